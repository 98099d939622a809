/**
 * Replaces zod where the contract describes what travels, so that the first page needs neither zod nor a thousand schemas of calls
 * that nobody makes yet. `z.object({ id: Id })` is only noted; the schema is made when something is validated, by the zod that
 * `real.ts` brings along. The contract imports `#zod`, which is this module in a browser and zod elsewhere (package.json, `imports`);
 * the types are zod's own.
 */

/** Words that answer at once, and so need the real zod. */
const AT_ONCE = new Set<PropertyKey>(["parse", "safeParse", "parseAsync", "safeParseAsync", "_zod", "def", "NEVER"]);

type Take = () => unknown;
type Known = Readonly<Record<PropertyKey, unknown>>;

let zod: object | undefined;
const takes = new WeakMap<object, Take>();

/** Gives the real zod: from now on what was noted can be made. */
export function provideZod(given: object): void {
  zod = given;
}

/** Arguments with the real schemas in place of noted ones. */
function real(value: unknown): unknown {
  if (typeof value === "function") return (takes.get(value) ?? (() => value))();
  if (Array.isArray(value)) return value.map(real);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, real(part)]));
}

/**
 * Something noted: its members are noted too, and so are its results where it is called.
 * @param make gives the real thing; asked once, when it is needed
 * @param owner of which the thing is a member
 * @param known members of its result that need no zod
 */
function note(make: Take, owner: Take = () => undefined, known: (args: readonly unknown[]) => Known = () => ({}), own: Known = {}): object {
  let made: { readonly thing: unknown } | undefined;
  const take = (): unknown => (made ??= { thing: make() }).thing;
  const noted = new Proxy(() => undefined, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name];
      if (typeof name === "symbol") return undefined;
      const get = (): unknown => Reflect.get(Object(take()), name);
      if (!AT_ONCE.has(name)) return note(get, take, name === "enum" ? optionsOf : undefined);
      const thing = get();
      return typeof thing === "function" ? thing.bind(take()) : thing;
    },
    apply: (_, __, args: unknown[]) =>
      note(
        () => {
          const method = take();
          if (typeof method !== "function") throw new TypeError("zod has no such method");
          return Reflect.apply(method, owner(), args.map(real));
        },
        undefined,
        undefined,
        known(args),
      ),
  });
  takes.set(noted, take);
  return noted;
}

/** The words of `z.enum([…])` are there without zod: filters and selects offer them. */
const optionsOf = ([values]: readonly unknown[]): Known => (Array.isArray(values) ? { options: values } : {});

export const z = note(() => {
  if (!zod) throw new TypeError("validation needs zod: import console/zod/real first");
  return zod;
});
