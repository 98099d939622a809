/** The demo's desks open their shifts in the morning with a float, and close them in the evening: counted, now and then a little over or short, handed over. */
import type { Fen } from "../../contract/core/money";
import { COUNTED } from "../../contract/shift/shift";
import { expectedOf } from "../domains/shift/report";
import { close, count, current, move, open as openShift, submit } from "../domains/shift/shift";
import type { Ctx } from "../http/context";
import type { Random } from "./random";

/** Enough for the cash refunds of a day. */
const FLOAT = 500_000;

/** Opens the shift of the person at the desk, if none is open. */
export async function startShift(ctx: Ctx): Promise<void> {
  const { open } = await current(ctx);
  if (!open) await openShift(ctx, { float: FLOAT });
}

/** Draws change from the safe before a refund that may be more than the drawer holds. */
export async function drawChange(ctx: Ctx, amount: Fen): Promise<void> {
  await startShift(ctx);
  await move(ctx, { kind: "draw", amount, reason: "备零钱退款" });
}

/** Closes the shift of the person at the desk, if one is open. */
export async function closeShift(ctx: Ctx, r: Random, receivedBy: string): Promise<void> {
  const { open } = await current(ctx);
  if (!open) return;
  const expected = await expectedOf(ctx, open.id);
  const off = r.weighted([
    [0, 14],
    [-300, 2],
    [-1_000, 1],
    [500, 1],
  ] as const);
  await count(ctx);
  const counts = Object.fromEntries(COUNTED.map((tender) => [tender, expected[tender] + (tender === "cash" ? off : 0)]));
  await submit(ctx, { counts: Object.fromEntries(Object.entries(counts).map(([tender, amount]) => [tender, Math.max(0, amount)])) });
  await close(ctx, { id: open.id, note: off === 0 ? "" : "找零差错", receivedBy });
}
