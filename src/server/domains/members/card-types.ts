/** Card types and recharge offers: their rules, and the moves up that spending earns. */
import { sql } from "kysely";
import { cardTypeMoves } from "../../../contract/members/card-type-moves";
import { cardTypes, rechargeOffers } from "../../../contract/members/card-types";
import { textOf } from "../../../contract/core/resource/text";
import type { Ctx } from "../../http/context";
import { inVenue } from "../../http/serve";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { listMoves, previewMove, startMove, stepMove, stopMove, undoMove } from "./move-card-types";
import type { Job } from "../../kernel/due";
import { otherVenues } from "../../kernel/at-venue";
import { classesExist, classNote, usableText } from "./card-type-words";

/** Gives a member another card type. */
export const setCardType = (ctx: Ctx, memberId: string, cardTypeId: string): Promise<unknown> =>
  ctx.db.updateTable("member").set({ card_type_id: cardTypeId }).where("venue_id", "=", ctx.venue.id).where("id", "=", memberId).execute();

/** Refuses venues where the person has no part, beside those that were there before. */
async function checkRoaming(ctx: Ctx, wanted: readonly string[], before: readonly string[]): Promise<void> {
  const others = new Set((await otherVenues(ctx)).map(({ id }) => id));
  const at = await ctx.db.selectFrom("person_venue").select("venue_id").where("person_id", "=", ctx.person.id).execute();
  const own = new Set(at.map(({ venue_id }) => venue_id));
  if (wanted.every((id) => before.includes(id) || (others.has(id) && own.has(id)))) return;
  throw refuse(
    ctx,
    { zh: "只能选同一机构内您有权限的其他场馆", en: "Choose other venues of the organization that you work at" },
    {},
    "roamsAt",
  );
}

const onShelf = (on: boolean) => () => Promise.resolve({ onShelf: on });

export const cardTypeRoutes = [
  ...inVenue(cardTypeMoves, { preview: previewMove, list: listMoves, start: startMove, step: stepMove, stop: stopMove, undo: undoMove }),
  ...serveResource(cardTypes, {
    table: "card_type",
    columns: {
      members: () => sql`(select count(*) from member m where m.venue_id = t.venue_id and m.card_type_id = t.id and m.state <> 'closed')`,
      classNote: () => classNote,
    },
    texts: { usableFrom: usableText, classPercents: ({ classNote: note }) => textOf(note) },
    saving: async (ctx, draft, before) => {
      await checkAll(ctx, [
        () => classesExist(ctx, draft.classPercents),
        () => checkRoaming(ctx, draft.roamsAt, before?.roamsAt ?? []),
        () =>
          before &&
          draft.upgradeTo === before.id &&
          refuse(ctx, { zh: "不能升级为它自己", en: "A type can't upgrade to itself" }, {}, "upgradeTo"),
      ]);
      return draft;
    },
  }),
  ...serveResource(rechargeOffers, {
    table: "recharge_offer",
    columns: {
      taken: () => sql`(select count(*) from recharge r where r.venue_id = t.venue_id and r.offer_id = t.id and r.revoked_at is null)`,
      income: () =>
        sql`(select coalesce(sum(r.paid), 0)::bigint from recharge r where r.venue_id = t.venue_id and r.offer_id = t.id and r.revoked_at is null)`,
    },
    actions: { shelve: onShelf(true), unshelve: onShelf(false) },
  }),
];

/** Members who have spent what their card type asks for move up, one step a run. */
async function upgradeMembers(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE member m SET card_type_id = t.upgrade_to_id FROM card_type t
    WHERE m.venue_id = ${ctx.venue.id} AND t.venue_id = m.venue_id AND t.id = m.card_type_id AND m.state = 'active'
      AND t.upgrade_spent IS NOT NULL AND m.spent >= t.upgrade_spent RETURNING m.id`.execute(ctx.db);
  if (rows.length > 0) ctx.emit({ type: "changed", data: { resource: "members" } });
}

export const cardTypeJobs = [{ name: "member.upgrade", run: upgradeMembers, after: ["member", "card_type"] }] satisfies readonly Job[];
