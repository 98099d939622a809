/** Serves imports: keeps the rows of a file, says what is wrong with each, and adds them in steps, each row once. */
import { type Selectable, sql } from "kysely";
import type { Domain } from "../../contract/all";
import { fill } from "../../contract/core/fill";
import type { Field } from "../../contract/core/resource/fields";
import { type Importable, type ImportFault, type ImportJob, SHOWN_FAULTS } from "../../contract/core/resource/importing";
import { draftSchema } from "../../contract/core/resource/schemas";
import { setLocal } from "../db/settings";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { sending } from "../http/perform";
import type { Job } from "../kernel/due";
import { templateOf } from "./files";
import { type Cells, type Read, readCells } from "./import-cells";
import { refuse } from "./refuse";
import type { ImportJobTable } from "./rows";

type Row = Selectable<ImportJobTable>;
type Errors = ImportFault["errors"];

/** Rows that one step adds. */
const STEP = 250;
/** Maximum absence of a step before the scheduler continues, and retention of rows that were only checked. */
const AWAY_MS = 15_000;
const KEPT_MS = 24 * 3_600_000;
const TWICE = { zh: "与第 {row} 行重复", en: "the same as in line {row}" };

/** Functions that continue the imports of each resource. */
const steps = new Map<string, (ctx: Ctx, job: Row) => Promise<boolean>>();

const jobs = (ctx: Ctx) => ctx.db.selectFrom("import_job").selectAll().where("venue_id", "=", ctx.venue.id);
const rowsOf = (ctx: Ctx, jobId: string) =>
  ctx.db.selectFrom("import_row").where("venue_id", "=", ctx.venue.id).where("job_id", "=", jobId);

/** The services of an import. @param insert adds one row, as the resource's own service does */
export function importServices(spec: Importable & { readonly name: Domain }, insert: (ctx: Ctx, draft: never) => Promise<unknown>) {
  const schema = () => (builtSchema ??= draftSchema(spec));
  let builtSchema: ReturnType<typeof draftSchema> | undefined;

  /** Adds rows, all of them or none. */
  async function attempt(ctx: Ctx, reads: readonly Read[]): Promise<void> {
    const writes = sending();
    // A scope of its own: what a failed attempt read is no answer for the next.
    const own: Ctx = { ...ctx, write: (sent) => writes.write(sent), scope: {}, emit: () => undefined };
    await sql`SAVEPOINT attempt`.execute(ctx.db);
    try {
      await writes.around(async () => {
        // All at once, so that their statements travel together; each comes to its end before anything is rolled back.
        const ends = await Promise.allSettled(reads.map(({ draft }) => insert(own, draft as never)));
        for (const end of ends) if (end.status === "rejected") throw end.reason;
      });
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT attempt`.execute(ctx.db);
      throw error;
    } finally {
      await sql`RELEASE SAVEPOINT attempt`.execute(ctx.db);
    }
  }
  /** Adds rows together, or, where one can't be added, one after the other. @returns what is wrong with those that can't be */
  async function attempts(ctx: Ctx, reads: readonly Read[]): Promise<ImportFault[]> {
    try {
      await attempt(ctx, reads);
      return [];
    } catch (error) {
      const [only, second] = reads;
      if (only && !second) {
        if (error instanceof AppError) return [{ row: only.row, errors: errorsOf(ctx, error) }];
        throw error;
      }
    }
    const faults: ImportFault[] = [];
    for (const read of reads) faults.push(...(await attempts(ctx, [read])));
    return faults;
  }
  /** Adds what can be added. @returns what is wrong with each row that can't be */
  async function add(ctx: Ctx, rows: readonly { readonly row: number; readonly cells: Cells }[], more: readonly ImportFault[] = []) {
    const reads = await readCells(ctx, spec, schema(), rows);
    const faults = [...more, ...reads.filter(({ draft }) => draft === undefined).map(({ row, errors }) => ({ row, errors }))];
    const good = reads.filter(({ row }) => !faults.some((fault) => fault.row === row));
    return [...faults, ...(good.length > 0 ? await attempts(ctx, good) : [])];
  }

  /** Keeps rows and tries them: nothing is added. The first rows begin an import. */
  async function send(
    ctx: Ctx,
    { id, file, total, rows }: { id?: string | undefined; file: string; total: number; rows: readonly { row: number; cells: Cells }[] },
  ): Promise<{ job: ImportJob }> {
    const job = id === undefined ? await begin(ctx, file, total) : await lock(ctx, id);
    if (job.state !== "checking") throw importOverError(ctx, job);
    const twice = await repeated(ctx, job.id, rows);
    await sql`SAVEPOINT trying`.execute(ctx.db);
    const faults = await add(ctx, rows, twice);
    await sql`ROLLBACK TO SAVEPOINT trying`.execute(ctx.db);
    const wrong = new Map(faults.map(({ row, errors }) => [row, errors]));
    const values = rows.map(({ row, cells }) => ({ row, cells, errors: wrong.get(row) ?? {}, state: wrong.has(row) ? "bad" : "pending" }));
    await sql`INSERT INTO import_row (venue_id, job_id, row, cells, state, errors)
      SELECT ${ctx.venue.id}, ${job.id}, x.row, x.cells, x.state, x.errors
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS x (row int, cells jsonb, state text, errors jsonb)
      ON CONFLICT DO NOTHING`.execute(ctx.db);
    await touch(ctx, job.id, {});
    return answer(ctx, job.id);
  }
  async function begin(ctx: Ctx, file: string, total: number): Promise<Row> {
    // An earlier check by the same person is replaced.
    await ctx.db
      .deleteFrom("import_job")
      .where("venue_id", "=", ctx.venue.id)
      .where("resource", "=", spec.name)
      .where("person_id", "=", ctx.person.id)
      .where("state", "=", "checking")
      .execute();
    const running = await jobs(ctx).where("resource", "=", spec.name).where("state", "=", "running").executeTakeFirst();
    if (running)
      throw refuse(
        ctx,
        {
          zh: "“{file}”还在导入，没有开始新的导入；请等它完成",
          en: "“{file}” is still being imported; no other was begun. Wait until it is done",
        },
        { file: running.file },
      );
    return ctx.db
      .insertInto("import_job")
      .values({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        resource: spec.name,
        file,
        state: "checking",
        total,
        language: ctx.language,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        created_at: ctx.now,
        stepped_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  /** Rows whose value of a field that is unique is also in another line of the file. */
  async function repeated(ctx: Ctx, jobId: string, rows: readonly { row: number; cells: Cells }[]): Promise<ImportFault[]> {
    const faults = new Map<number, Record<string, string>>();
    for (const [name, field] of Object.entries<Field>(spec.fields).filter(([, { options }]) => options.unique)) {
      const texts = rows.map(({ cells }) => cells[name]?.trim() ?? "").filter(Boolean);
      const { rows: before } = await sql<{ row: number; text: string }>`
        SELECT min(row) AS row, trim(cells ->> ${name}) AS text FROM import_row
        WHERE venue_id = ${ctx.venue.id} AND job_id = ${jobId} AND trim(cells ->> ${name}) = ANY (${texts}::text[]) GROUP BY 2`.execute(
        ctx.db,
      );
      const first = new Map(before.map(({ row, text }) => [text, row]));
      for (const { row, cells } of rows) {
        const text = cells[name]?.trim() ?? "";
        const at = first.get(text);
        if (text !== "" && at === undefined) first.set(text, row);
        else if (at !== undefined && at !== row)
          faults.set(row, { ...faults.get(row), [name]: `${field.label[ctx.language]} ${fill(TWICE[ctx.language], { row: at })}` });
      }
    }
    return [...faults].map(([row, errors]) => ({ row, errors }));
  }

  /** Adds the next rows of a locked import. @returns whether some are left */
  async function step(ctx: Ctx, job: Row): Promise<boolean> {
    const next = await rowsOf(ctx, job.id).select(["row", "cells"]).where("state", "=", "pending").orderBy("row").limit(STEP).execute();
    const faults = await add({ ...ctx, language: job.language === "en" ? "en" : "zh" }, next);
    const wrong = new Map(faults.map(({ row, errors }) => [row, errors]));
    const ended = next.map(({ row }) => ({ row, state: wrong.has(row) ? "bad" : "added", errors: wrong.get(row) ?? {} }));
    // A row's cells are personal data, so they are stored no longer than needed.
    await sql`UPDATE import_row r SET state = x.state, errors = x.errors, cells = '{}'
      FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS x (row int, state text, errors jsonb)
      WHERE r.venue_id = ${ctx.venue.id} AND r.job_id = ${job.id} AND r.row = x.row`.execute(ctx.db);
    const more = next.length === STEP;
    await ctx.db
      .updateTable("import_job")
      .set({ state: more ? "running" : "done" })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", job.id)
      .execute();
    if (!more) await forget(ctx, job.id);
    ctx.emit({ type: "changed", data: { resource: spec.name } });
    return more;
  }
  async function run(ctx: Ctx, { id }: { readonly id: string }): Promise<{ job: ImportJob }> {
    const job = await lock(ctx, id);
    if (job.state === "stopped") throw importOverError(ctx, job);
    if (job.state === "checking") {
      const { sent } = await counted(ctx, id);
      if (sent < job.total)
        throw refuse(
          ctx,
          {
            zh: "文件的 {total} 行只收到 {sent} 行，没有导入；请重新选择文件",
            en: "Of {total} rows only {sent} arrived; nothing was imported. Choose the file again",
          },
          { total: job.total, sent },
        );
    }
    if (job.state !== "done") {
      await touch(ctx, id, {});
      await step(ctx, job);
    }
    return answer(ctx, id);
  }
  async function stop(ctx: Ctx, { id }: { readonly id: string }): Promise<{ job: ImportJob }> {
    const job = await lock(ctx, id);
    if (job.state === "done" || job.state === "stopped") throw importOverError(ctx, job);
    await touch(ctx, id, { state: "stopped" });
    await forget(ctx, id);
    return answer(ctx, id);
  }
  async function state(ctx: Ctx): Promise<{ job: ImportJob | null }> {
    const job = await jobs(ctx)
      .where("resource", "=", spec.name)
      .where((eb) =>
        eb.or([
          eb("state", "=", "running"),
          eb.and([eb("person_id", "=", ctx.person.id), eb("stepped_at", ">", new Date(ctx.now.getTime() - KEPT_MS))]),
        ]),
      )
      .orderBy(sql`state = 'running'`, "desc")
      .orderBy("created_at", "desc")
      .executeTakeFirst();
    return job ? answer(ctx, job.id) : { job: null };
  }
  async function lock(ctx: Ctx, id: string): Promise<Row> {
    const job = await jobs(ctx).where("id", "=", id).where("resource", "=", spec.name).forUpdate().executeTakeFirst();
    if (!job) throw new AppError("missing", { what: ctx.language === "zh" ? "导入" : "Import" });
    return job;
  }
  steps.set(spec.name, step);
  return { template: templateOf(spec), import: send, importRun: run, importStop: stop, importState: state };
}

const importOverError = (ctx: Ctx, { file }: Row): AppError =>
  refuse(
    ctx,
    {
      zh: "“{file}”的导入已经开始或结束，没有改动；请重新打开导入",
      en: "The import of “{file}” has begun or is over; nothing was changed. Open the import again",
    },
    { file },
  );

function errorsOf(ctx: Ctx, error: AppError): Errors {
  const { errors, field } = error.dataIn(ctx.language);
  if (typeof errors === "object" && errors !== null) return errors as Errors;
  return { [typeof field === "string" ? field : ""]: error.text(ctx.language) };
}

const touch = (ctx: Ctx, id: string, set: { readonly state?: string }): Promise<unknown> =>
  ctx.db
    .updateTable("import_job")
    .set({ ...set, stepped_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
const forget = (ctx: Ctx, id: string): Promise<unknown> =>
  sql`UPDATE import_row SET cells = '{}' WHERE venue_id = ${ctx.venue.id} AND job_id = ${id} AND cells <> '{}'`.execute(ctx.db);

const counted = (ctx: Ctx, id: string) =>
  rowsOf(ctx, id)
    .select([
      sql<number>`count(*)`.as("sent"),
      sql<number>`count(*) FILTER (WHERE state = 'added')`.as("added"),
      sql<number>`count(*) FILTER (WHERE state = 'bad')`.as("bad"),
    ])
    .executeTakeFirstOrThrow();

async function answer(ctx: Ctx, id: string): Promise<{ job: ImportJob }> {
  const job = await jobs(ctx).where("id", "=", id).executeTakeFirstOrThrow();
  const faults = await rowsOf(ctx, id).select(["row", "errors"]).where("state", "=", "bad").orderBy("row").limit(SHOWN_FAULTS).execute();
  return {
    job: {
      id,
      file: job.file,
      state: job.state as ImportJob["state"],
      total: job.total,
      ...(await counted(ctx, id)),
      operator: job.operator,
      createdAt: job.created_at.toISOString(),
      faults,
    },
  };
}

/** Continues imports that nobody looks at any more, and clears away what was only checked. */
export const importJobs: readonly Job[] = [
  {
    name: "imports.continue",
    of: ["import_job"],
    next: ({
      venueId,
    }) => sql`(SELECT min(stepped_at + CASE state WHEN 'checking' THEN ${sql.lit(KEPT_MS)} ELSE ${sql.lit(AWAY_MS)} END * interval '1 ms') FROM import_job
      WHERE venue_id = ${venueId} AND state IN ('checking', 'running'))`,
    run: async (ctx) => {
      const before = new Date(ctx.now.getTime() - KEPT_MS);
      await ctx.db
        .deleteFrom("import_job")
        .where("venue_id", "=", ctx.venue.id)
        .where("state", "=", "checking")
        .where("stepped_at", "<", before)
        .execute();
      const job = await jobs(ctx)
        .where("state", "=", "running")
        .where("stepped_at", "<", new Date(ctx.now.getTime() - AWAY_MS))
        .orderBy("created_at")
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      const step = job && steps.get(job.resource);
      if (!job || !step) return false;
      const person = { id: job.person_id, name: job.operator };
      await setLocal(ctx.db, { "app.person_id": person.id, "app.operator": person.name });
      return step({ ...ctx, person }, job);
    },
  },
];
