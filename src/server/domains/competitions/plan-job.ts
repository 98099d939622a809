/** Planning of a game's schedule as a job: started by a call, run in a thread, saved in one change; it can be followed and cancelled. */
import type { Output, Parsed } from "../../../contract/core/call";
import type { matches } from "../../../contract/competitions/matches";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { change, read, type Request } from "../../http/perform";
import type { Work } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { announceMatches } from "./load";
import { planInThread } from "./plan-thread";
import { loadPlan, savePlan } from "./plans";
import { gameOf } from "./schedule-data";

type Job = NonNullable<Output<typeof matches.planJob>["job"]>;
const TICK_MS = 500;
/** A job that was silent for so long has stopped with its process. */
const SILENT_MS = 15_000;

async function jobOf(ctx: Ctx, gameId: string, lock = false) {
  let query = ctx.db.selectFrom("plan_job").selectAll().where("venue_id", "=", ctx.venue.id).where("game_id", "=", gameId);
  if (lock) query = query.forUpdate();
  return query.executeTakeFirst();
}

async function viewOf(ctx: Ctx, gameId: string): Promise<Job | null> {
  const row = await jobOf(ctx, gameId);
  if (!row) return null;
  const { id, done, total, placed, moved, reason, state } = row;
  const hasStopped = state === "running" && ctx.now.getTime() - row.seen_at.getTime() > SILENT_MS;
  const stopped = { zh: "排赛中断了，赛程没有改动；请再排一次", en: "Planning has stopped; the schedule stays. Plan again" }[ctx.language];
  return {
    id,
    state: hasStopped ? "failed" : (state as Job["state"]),
    done,
    total,
    placed,
    moved,
    left: row.left_over,
    reason: hasStopped ? stopped : reason,
  };
}

export const planJob = async (ctx: Ctx, { gameId }: Parsed<typeof matches.planJob>): Promise<Output<typeof matches.planJob>> => ({
  job: await viewOf(ctx, gameId),
});

/** Starts a job; it runs once this is committed. @throws AppError `refused` while one runs, or where there is nothing to plan */
export async function startPlan(ctx: Ctx, { gameId, again }: Parsed<typeof matches.plan>): Promise<Job> {
  // The game's lock: before the first job there is no row to lock.
  await gameOf(ctx, gameId, true);
  const { task } = await loadPlan(ctx, gameId, again);
  if ((await viewOf(ctx, gameId))?.state === "running")
    throw refuse(ctx, { zh: "这个赛事正在排赛，等它排完或先取消", en: "The game is being planned: wait for it, or cancel it" });
  const values = {
    id: ctx.newId(),
    state: "running",
    done: 0,
    total: task.matches.length - task.fixed.length,
    placed: 0,
    moved: 0,
    left_over: 0,
    reason: "",
    operator: ctx.person.name,
    started_at: ctx.now,
    seen_at: ctx.now,
  };
  await ctx.db
    .insertInto("plan_job")
    .values({ venue_id: ctx.venue.id, game_id: gameId, ...values })
    .onConflict((conflict) => conflict.columns(["venue_id", "game_id"]).doUpdateSet(values))
    .execute();
  announceMatches(ctx);
  const job = await viewOf(ctx, gameId);
  if (!job) throw new AppError("missing", { what: "job" });
  return job;
}

/** Cancels a job that runs; the schedule stays as it was. */
export async function cancelPlan(ctx: Ctx, { gameId }: Parsed<typeof matches.cancelPlan>): Promise<Output<typeof matches.cancelPlan>> {
  await ctx.db
    .updateTable("plan_job")
    .set({ state: "cancelled" })
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", gameId)
    .where("state", "=", "running")
    .execute();
  announceMatches(ctx);
  return { job: await viewOf(ctx, gameId) };
}

/** Runs a job to its end, whatever that is; nobody waits for it. */
export async function runPlan(
  { database, request, now }: Work,
  { id }: Job,
  { gameId, again }: Parsed<typeof matches.plan>,
): Promise<void> {
  const db = database.dbFor(request.venue.id);
  const update = db.updateTable("plan_job").where("venue_id", "=", request.venue.id).where("game_id", "=", gameId).where("id", "=", id);
  const asOf = (): Request => ({ ...request, now: now(), idempotencyKey: null });
  const abort = new AbortController();
  let done = 0;
  const timer = setInterval(() => {
    update
      .where("state", "=", "running")
      .set({ done, seen_at: now() })
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => {
        if (numUpdatedRows === 0n) abort.abort();
      })
      .catch(() => undefined); // tried again at the next tick
  }, TICK_MS);
  try {
    const { task, basis } = await read(database, asOf(), (ctx) => loadPlan(ctx, gameId, again));
    const plan = await planInThread(
      task,
      (placed) => {
        done = placed;
      },
      abort.signal,
    );
    await change(database, asOf(), async (ctx) => {
      await gameOf(ctx, gameId, true);
      const job = await jobOf(ctx, gameId, true);
      if (job?.id !== id || job.state !== "running") return;
      const saved = await savePlan(ctx, gameId, again, basis, plan);
      await ctx.db
        .updateTable("plan_job")
        .set({ state: "done", done: job.total, placed: saved.placed, moved: saved.moved, left_over: saved.left })
        .where("venue_id", "=", ctx.venue.id)
        .where("game_id", "=", gameId)
        .execute();
    });
  } catch (error) {
    const stopped = { zh: "排赛没有完成，赛程没有改动；请再排一次", en: "Planning did not finish; the schedule stays. Plan again" };
    const reason = error instanceof AppError ? error.text(request.language) : stopped[request.language];
    await change(database, asOf(), async (ctx) => {
      await ctx.db
        .updateTable("plan_job")
        .set({ state: "failed", reason })
        .where("venue_id", "=", ctx.venue.id)
        .where("game_id", "=", gameId)
        .where("id", "=", id)
        .where("state", "=", "running")
        .execute();
      announceMatches(ctx);
    }).catch(() => undefined); // without the database the job falls silent
  } finally {
    clearInterval(timer);
  }
}
