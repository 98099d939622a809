import type { Label } from "../../contract/core/resource/label";
import { fill, inLanguage, type Values } from "../../contract/core/fill";
import type { Ctx } from "../http/context";
import { UnreadableField } from "../http/drafts";
import { AppError, badInput, faultsOf } from "../http/error";

/**
 * A refusal of a resource's own rule, worded where the rule is written. Says what happened, what is kept, what to do.
 * @param field the field at which a form shows it; none: it is shown for the whole
 */
export function refuse(ctx: Ctx, words: Label, values: Values = {}, field?: string): AppError {
  const text = fill(words[ctx.language], inLanguage(values, ctx.language));
  return field === undefined ? new AppError("refused", { text }) : badInput({ [field]: text });
}

type Faults = Readonly<Record<string, string>>;

/**
 * Checks all rules of a draft in their order, and refuses with the faults of all fields together: of each field the first one.
 * @param rules each returns its refusal, or throws it; whatever else it returns, the rule holds
 * @throws AppError `badInput`; a refusal of the whole at once, as whatever else a rule throws
 * @throws UnreadableField where all hold, besides rules that read a field that is wrong by itself
 */
export async function checkAll(ctx: Ctx, rules: readonly (() => unknown)[]): Promise<void> {
  let faults: Faults = {};
  let unread: UnreadableField | undefined;
  for (const rule of rules) {
    const error = await refusalOf(rule);
    if (error === undefined) continue;
    if (error instanceof UnreadableField) {
      unread = error;
      continue;
    }
    const found = faultsOf(ctx.language, error);
    if (!found) throw error;
    faults = { ...found, ...faults };
  }
  if (Object.keys(faults).length > 0) throw badInput(faults);
  if (unread) throw unread;
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
