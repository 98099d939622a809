import type { Label } from "../../contract/core/resource/label";
import { fill, inLanguage, type Values } from "../../contract/core/fill";
import type { Ctx } from "../http/context";
import { AppError, badInput } from "../http/error";

/**
 * A refusal of a resource's own rule, worded where the rule is written. Says what happened, what is kept, what to do.
 * @param field the field at which a form shows it; none: it is shown for the whole
 */
export function refuse(ctx: Ctx, words: Label, values: Values = {}, field?: string): AppError {
  const text = fill(words[ctx.language], inLanguage(values, ctx.language));
  return field === undefined ? new AppError("refused", { text }) : badInput({ [field]: text });
}

type Faults = Readonly<Record<string, string>>;

/** Returns the messages of a refusal by field; undefined for a refusal of the whole, and for any other error. */
export function faultsOf(ctx: Ctx, error: unknown): Faults | undefined {
  if (!(error instanceof AppError) || error.key !== "badInput") return undefined;
  const { errors } = error.dataIn(ctx.language);
  return typeof errors === "object" && errors !== null ? (errors as Faults) : undefined;
}

/**
 * Checks all rules of a draft in their order, and refuses with the faults of all fields together: of each field the first one.
 * @param rules each returns its refusal, or throws it; whatever else it returns, the rule holds
 * @throws AppError `badInput`; a refusal of the whole at once, as whatever else a rule throws
 */
export async function checkAll(ctx: Ctx, rules: readonly (() => unknown)[]): Promise<void> {
  let faults: Faults = {};
  for (const rule of rules) {
    const error = await refusalOf(rule);
    if (error === undefined) continue;
    const found = faultsOf(ctx, error);
    if (!found) throw error;
    faults = { ...found, ...faults };
  }
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

/** Returns the refusal that a rule returns, or throws. */
async function refusalOf(rule: () => unknown): Promise<unknown> {
  try {
    const answer = await rule();
    return answer instanceof AppError ? answer : undefined;
  } catch (error) {
    return error;
  }
}
