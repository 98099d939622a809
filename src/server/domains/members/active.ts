/** Members who may take part in what the venue sells. */
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { word } from "./words";

/**
 * Refuses a member who is frozen, closing or closed.
 * @throws AppError `memberState`
 */
export function refuseInactive(ctx: Ctx, member: { readonly name: string; readonly state: string }): void {
  const { name, state } = member;
  if (state !== "active") throw new AppError("memberState", { name, state: word(state, ctx.language) }, { state });
}
