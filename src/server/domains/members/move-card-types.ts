/** Runs that move many members to another card type, in steps; each step and each undo can be gone on with after a stop. */
import { type RawBuilder, type Selectable, sql, type SqlBool } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { type CardTypeMove, type cardTypeMoves, MOVE_STEP } from "../../../contract/members/card-type-moves";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { cardTypeMove as machine, next } from "../../../contract/core/states";
import { DAY_MINUTES, MINUTE } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import type { CardTypeMoveTable } from "./rows";
import { word } from "./words";

type Wanted = Parsed<typeof cardTypeMoves.preview>;
const SHOWN = 20;
const RUNS = 20;

/** SQL: members `m` who fit. */
const fitting = (ctx: Ctx, wanted: Wanted): RawBuilder<SqlBool> => {
  const conditions = [
    sql`m.venue_id = ${ctx.venue.id}`,
    sql`m.state <> 'closed'`,
    sql`m.card_type_id <> ${wanted.toId}`,
    ...(wanted.fromIds?.length ? [sql`m.card_type_id = ANY (${wanted.fromIds}::text[])`] : []),
    ...(wanted.tags?.length ? [sql`m.tags && ${wanted.tags}::text[]`] : []),
    ...(wanted.spentFrom === undefined ? [] : [sql`m.spent >= ${wanted.spentFrom}`]),
    ...(wanted.spentTo === undefined ? [] : [sql`m.spent <= ${wanted.spentTo}`]),
    ...(wanted.absentDays === undefined
      ? []
      : [sql`coalesce(m.last_visit_at, m.created_at) < ${new Date(ctx.now.getTime() - wanted.absentDays * DAY_MINUTES * MINUTE)}`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
};

/** Returns the members to be moved. @throws AppError `missing` */
export async function previewMove(ctx: Ctx, wanted: Wanted): Promise<Output<typeof cardTypeMoves.preview>> {
  await needType(ctx, wanted.toId);
  const fits = fitting(ctx, wanted);
  const byType = await sql<{ id: string; name: string; count: number }>`
    SELECT t.id, t.name, count(*) AS count FROM member m JOIN card_type t ON t.venue_id = m.venue_id AND t.id = m.card_type_id
    WHERE ${fits} GROUP BY t.id, t.name, t.position ORDER BY t.position, t.id`.execute(ctx.db);
  const first = await sql<{ id: string; name: string; card_no: string; phone: string; type_name: string; spent: number }>`
    SELECT m.id, m.name, m.card_no, m.phone, t.name AS type_name, m.spent FROM member m JOIN card_type t ON t.venue_id = m.venue_id AND t.id = m.card_type_id
    WHERE ${fits} ORDER BY m.spent DESC, m.id LIMIT ${SHOWN}`.execute(ctx.db);
  return {
    count: byType.rows.reduce((sum, { count }) => sum + count, 0),
    byType: byType.rows,
    first: first.rows.map((row) => ({
      id: row.id,
      name: row.name,
      cardNo: row.card_no,
      phone: maskPhone(row.phone),
      typeName: row.type_name,
      spent: yuan(row.spent),
    })),
  };
}

async function needType(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db
    .selectFrom("card_type")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw new AppError("missing", { what: word("cardType", ctx.language) });
}

/**
 * Begins a run over those who fit now.
 * @throws AppError `missing`, `refused` where they are not as many as the person saw, or another run is not over
 */
export async function startMove(ctx: Ctx, { expected, reason, ...wanted }: Parsed<typeof cardTypeMoves.start>): Promise<CardTypeMove> {
  await needType(ctx, wanted.toId);
  // One begins after the other, so that the second sees the first.
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`card type move ${ctx.venue.id}`}))`.execute(ctx.db);
  await refuseSecond(ctx);
  const id = ctx.newId();
  const { rows } = await sql<{
    id: string;
    card_type_id: string;
  }>`SELECT m.id, m.card_type_id FROM member m WHERE ${fitting(ctx, wanted)} ORDER BY m.id`.execute(ctx.db);
  if (rows.length !== expected)
    throw refuse(
      ctx,
      {
        zh: "现在有 {now} 位会员符合，和看到的 {seen} 位不同，没有改动；请重新预览",
        en: "{now} members fit now, not the {seen} shown; nothing was changed. Preview again",
      },
      { now: rows.length, seen: expected },
    );
  await ctx.db
    .insertInto("card_type_move")
    .values({
      venue_id: ctx.venue.id,
      id,
      to_id: wanted.toId,
      state: "running",
      reason,
      total: rows.length,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  await sql`INSERT INTO card_type_move_line (venue_id, move_id, member_id, from_id)
    SELECT ${ctx.venue.id}, ${id}, x.member_id, x.from_id FROM unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.card_type_id)}::text[])
      AS x (member_id, from_id)`.execute(ctx.db);
  return moveOf(ctx, id);
}

async function refuseSecond(ctx: Ctx): Promise<void> {
  const open = await ctx.db
    .selectFrom("card_type_move")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", ["running", "undoing"])
    .executeTakeFirst();
  if (open)
    throw refuse(ctx, {
      zh: "还有一次批量设置没有完成，没有开始新的；请先继续或停止它",
      en: "Another run is not over; nothing was begun. Go on with it or stop it first",
    });
}

/** Locks a run and moves its state. @throws AppError `missing`, `wrongState` */
async function lockMove(ctx: Ctx, id: string): Promise<Selectable<CardTypeMoveTable>> {
  const row = await ctx.db
    .selectFrom("card_type_move")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("cardTypeMove", ctx.language) });
  return row;
}
async function act(ctx: Ctx, row: Selectable<CardTypeMoveTable>, action: "finish" | "stop" | "undo" | "finishUndo"): Promise<void> {
  const to = next(machine, row.state, action);
  if (to === undefined)
    throw new AppError(
      "wrongState",
      { state: word(`move.${row.state}`, ctx.language), action: word(`move.${action}`, ctx.language) },
      { state: row.state },
    );
  await ctx.db.updateTable("card_type_move").set({ state: to }).where("venue_id", "=", ctx.venue.id).where("id", "=", row.id).execute();
}

/** Continues a run or its undo; one that is over is left as it is. @throws AppError `missing`, `wrongState` */
export async function stepMove(ctx: Ctx, { id }: { id: string }): Promise<CardTypeMove> {
  const row = await lockMove(ctx, id);
  const undoing = row.state === "undoing";
  if (!undoing && row.state !== "running") return moveOf(ctx, id);
  const [waits, does, stays] = undoing ? (["moved", "undone", "kept"] as const) : (["waiting", "moved", "left"] as const);
  const { rows } = await sql<{ member_id: string }>`SELECT l.member_id FROM card_type_move_line l
    WHERE l.venue_id = ${ctx.venue.id} AND l.move_id = ${id} AND l.state = ${waits} ORDER BY l.member_id LIMIT ${MOVE_STEP}`.execute(
    ctx.db,
  );
  const batch = sql`${rows.map((line) => line.member_id)}::text[]`;
  await sql`SELECT FROM member m WHERE m.venue_id = ${ctx.venue.id} AND m.id = ANY (${batch}) ORDER BY m.id FOR UPDATE`.execute(ctx.db);
  const changed = await sql<{ id: string }>`
    UPDATE member m SET card_type_id = ${undoing ? sql`l.from_id` : sql`${row.to_id}`} FROM card_type_move_line l
    WHERE m.venue_id = ${ctx.venue.id} AND m.id = ANY (${batch}) AND l.venue_id = m.venue_id AND l.move_id = ${id} AND l.member_id = m.id
      AND m.state <> 'closed' AND m.card_type_id = ${undoing ? sql`${row.to_id}` : sql`l.from_id`} RETURNING m.id`.execute(ctx.db);
  await sql`UPDATE card_type_move_line l SET state = CASE WHEN l.member_id = ANY (${changed.rows.map((one) => one.id)}::text[]) THEN ${does} ELSE ${stays} END
    WHERE l.venue_id = ${ctx.venue.id} AND l.move_id = ${id} AND l.member_id = ANY (${batch})`.execute(ctx.db);
  if (rows.length < MOVE_STEP) await act(ctx, row, undoing ? "finishUndo" : "finish");
  ctx.emit({ type: "changed", data: { resource: "members" } });
  return moveOf(ctx, id);
}

/** Stops a run; those whom it moved stay moved, and can be moved back. @throws AppError `missing`, `wrongState` */
export async function stopMove(ctx: Ctx, { id }: { id: string }): Promise<CardTypeMove> {
  await act(ctx, await lockMove(ctx, id), "stop");
  return moveOf(ctx, id);
}

/** Begins to move back those whom a run moved and who carry its card type still. @throws AppError `missing`, `wrongState`, `refused` */
export async function undoMove(ctx: Ctx, { id }: { id: string }): Promise<CardTypeMove> {
  const row = await lockMove(ctx, id);
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`card type move ${ctx.venue.id}`}))`.execute(ctx.db);
  if (next(machine, row.state, "undo") !== undefined) await refuseSecond(ctx);
  await act(ctx, row, "undo");
  return moveOf(ctx, id);
}

const moves = (ctx: Ctx, id?: string) => sql<
  Omit<CardTypeMove, "at" | "toName"> & { at: Date; to_name: string; undone: number }
>`SELECT r.id, t.name AS to_name, r.state, r.reason, r.total, r.operator, r.at,
    count(*) FILTER (WHERE CASE WHEN r.state IN ('undoing', 'undone') THEN l.state <> 'moved' ELSE l.state <> 'waiting' END) AS through,
    count(*) FILTER (WHERE l.state IN ('moved', 'undone', 'kept')) AS moved, count(*) FILTER (WHERE l.state IN ('left', 'kept')) AS left
  FROM card_type_move r JOIN card_type t ON t.venue_id = r.venue_id AND t.id = r.to_id
  JOIN card_type_move_line l ON l.venue_id = r.venue_id AND l.move_id = r.id
  WHERE r.venue_id = ${ctx.venue.id} ${id === undefined ? sql`` : sql`AND r.id = ${id}`}
  GROUP BY r.venue_id, r.id, t.name ORDER BY r.at DESC, r.id DESC LIMIT ${RUNS}`;
const toMove = ({ at, to_name, ...row }: Awaited<ReturnType<ReturnType<typeof moves>["execute"]>>["rows"][number]): CardTypeMove => ({
  id: row.id,
  toName: to_name,
  state: row.state,
  reason: row.reason,
  total: row.total,
  through: row.through,
  moved: row.moved,
  left: row.left,
  operator: row.operator,
  at: at.toISOString(),
});

async function moveOf(ctx: Ctx, id: string): Promise<CardTypeMove> {
  const { rows } = await moves(ctx, id).execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error(`run ${id} is gone`);
  return toMove(row);
}
/** The last runs. */
export const listMoves = async (ctx: Ctx): Promise<{ content: CardTypeMove[] }> => ({
  content: (await moves(ctx).execute(ctx.db)).rows.map(toMove),
});
