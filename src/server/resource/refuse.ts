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
