/** Drafts with fields that can't be read: their rules run all the same, so that one refusal names every wrong field. */
import { z } from "zod";

/** Thrown where a rule reads a field that is wrong by itself: the rule has nothing to add. */
export class UnreadableField extends Error {
  override readonly name = "UnreadableField";
}

const unreadable = new WeakMap<object, ReadonlySet<string>>();

/** Returns the fields of a draft that can't be read. */
export const unreadableFields = (draft: object): ReadonlySet<string> => unreadable.get(draft) ?? new Set();

/** Returns the fields of a draft that can be read, as a plain object. */
export function readableFields(draft: object): Record<string, unknown> {
  const wrong = unreadableFields(draft);
  return Object.fromEntries(
    Object.keys(draft)
      .filter((name) => !wrong.has(name))
      .map((name) => [name, Reflect.get(draft, name) as unknown]),
  );
}

/** Adds fields that throw `UnreadableField` when they are read, alone or with all others, as by a spread. */
export function withUnreadable(draft: Readonly<Record<string, unknown>>, wrong: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const all = new Set([...unreadableFields(draft), ...wrong]);
  if (all.size === 0) return draft;
  const partial = readableFields(draft);
  for (const name of all)
    Object.defineProperty(partial, name, {
      enumerable: true,
      get: () => {
        throw new UnreadableField(name);
      },
    });
  unreadable.set(partial, all);
  return partial;
}

/**
 * Reads the valid fields of an input that its schema rejects, each by its own schema.
 * @param errors messages of the schema by path
 * @returns undefined where the input as a whole is wrong, or which record it is
 */
export function readPart(schema: z.ZodType, values: unknown, errors: Readonly<Record<string, string>>) {
  if (!(schema instanceof z.ZodObject) || typeof values !== "object" || values === null) return undefined;
  const wrong = new Set(Object.keys(errors).map((path) => path.split(".")[0] ?? ""));
  const draft: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const read = field.safeParse(Reflect.get(values, name));
    if (read.success) draft[name] = read.data;
    else wrong.add(name);
    if (wrong.has(name)) delete draft[name];
  }
  return wrong.has("") || wrong.has("id") ? undefined : withUnreadable(draft, wrong);
}
