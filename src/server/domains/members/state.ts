/** Freezing and unfreezing members (states.md). */
import type { Parsed } from "../../../contract/core/call";
import type { Member, members } from "../../../contract/members/members";
import { member as machine, next, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { view } from "./list";
import { word } from "./words";

/**
 * Moves a member's state and keeps why; of two who try at once the second is refused.
 * @throws AppError `missing`, `wrongState`
 */
export async function setState(ctx: Ctx, input: Parsed<typeof members.setState>): Promise<Member> {
  const from = sources(machine, input.action);
  const to = from.map((state) => next(machine, state, input.action))[0];
  const updated =
    to &&
    (await ctx.db
      .updateTable("member")
      .set({ state: to, state_reason: input.reason })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.id)
      .where("state", "in", from)
      .returning("id")
      .executeTakeFirst());
  const member = await view(ctx, { id: input.id });
  if (!updated) {
    throw new AppError(
      "wrongState",
      { state: word(member.state, ctx.language), action: word(input.action, ctx.language) },
      { state: member.state, action: input.action },
    );
  }
  ctx.emit({ type: "changed", data: { resource: "members", id: input.id } });
  return member;
}
