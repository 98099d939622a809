/** Takes rows of a file into a declared resource. */
import { sql } from "kysely";
import { explain, labelsIn } from "../../contract/explain";
import { callsByName, type ImportFault } from "../../contract/resource/calls";
import type { Resource } from "../../contract/resource/define";
import { type Field, isEdited, labelsOf } from "../../contract/resource/fields";
import type { Ctx } from "../http/context";
import { AppError, badInput } from "../http/error";
import { from } from "./query";
import { targetTable } from "./targets";

/** @param insert makes one, as the resource's own service does */
export function importOf(resource: Resource, insert: (ctx: Ctx, draft: never) => Promise<unknown>) {
  const fields = Object.entries<Field>(resource.fields);
  /** Takes rows of a file, all of them or none; a dry run only says what is wrong with each. */
  async function take(
    ctx: Ctx,
    { rows, dryRun }: { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly dryRun: boolean },
  ) {
    const call = callsByName(resource)["create"];
    if (!call) throw new AppError("notServed");
    const faults: ImportFault[] = [];
    let made = 0;
    for (const [row, raw] of rows.entries()) {
      const point = `import_${row}`;
      await sql`savepoint ${sql.id(point)}`.execute(ctx.db);
      try {
        const parsed = call.input.safeParse(await named(ctx, raw));
        if (!parsed.success) throw badInput(explain(parsed.error, ctx.language, labelsIn(call, ctx.language)));
        await insert({ ...ctx, emit: dryRun ? () => undefined : ctx.emit }, parsed.data as never);
        made++;
        if (dryRun) await sql`rollback to savepoint ${sql.id(point)}`.execute(ctx.db);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint ${sql.id(point)}`.execute(ctx.db);
        const errors = error.dataIn(ctx.language)["errors"] as Readonly<Record<string, string>> | undefined;
        faults.push({ row, errors: errors ?? { "": error.text(ctx.language) } });
      }
    }
    if (!dryRun && faults.length > 0) throw new AppError("badInput", {}, { faults });
    return { made: dryRun ? 0 : made, faults };
  }
  /** An imported row with choices by their names in either language and references by the name of the record. */
  async function named(ctx: Ctx, raw: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const row: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      if (!isEdited(field) || !Object.hasOwn(raw, name)) continue;
      const value = raw[name];
      const text = typeof value === "string" ? value.trim() : value;
      const choice = Object.entries(labelsOf(field)).find(([key, { zh, en }]) => [key, zh, en].some((each) => each === text));
      if (field.kind === "bool") row[name] = ["true", "是", "yes", "1", "y"].includes(String(text).toLowerCase());
      else if (field.kind === "words" && typeof text === "string")
        row[name] = text
          .split(/[,，、;；]/)
          .map((one) => one.trim())
          .filter(Boolean);
      else if (field.of && typeof text === "string" && text !== "") {
        const { table, name: column } = targetTable(field.of().resource);
        const [found, second] = await from(ctx.db, table)
          .select("t.id")
          .where("t.venue_id", "=", ctx.venue.id)
          .where(sql<boolean>`(${sql.ref(`t.${column}`)} = ${text} or t.id = ${text})`)
          .limit(2)
          .execute();
        if (!found || second)
          throw badInput({ [name]: new AppError("missing", { what: `${field.label[ctx.language]} “${text}”` }).text(ctx.language) });
        row[name] = found.id;
      } else row[name] = choice && field.choices ? choice[0] : text;
    }
    return row;
  }
  return take;
}
