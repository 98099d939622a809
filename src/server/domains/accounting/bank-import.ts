/** Statements of bank accounts as they are imported, each line once, and a wrong import removed. */
import type { bankLines } from "../../../contract/accounting/bank";
import type { bankDesk } from "../../../contract/accounting/bank-desk";
import { headingsOf, mappingOf, PART_NAMES, readStatement, type StatementLine } from "../../../contract/accounting/bank-statement";
import type { Output, Parsed } from "../../../contract/core/call";
import { fill } from "../../../contract/core/fill";
import type { Label } from "../../../contract/core/resource/label";
import type { RowOf } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { AppError, badInput } from "../../http/error";
import { hashOf } from "../../kernel/tokens";
import { refuse } from "../../resource/refuse";
import { lockAccount, type LockedAccount } from "./bank-accounts";
import { autoMatchLines } from "./bank-lines";

const ROWS_AT_ONCE = 500;
const IN_ROW: Label = { zh: "第 {row} 行：{problem}；没有导入", en: "Row {row}: {problem}. Nothing was imported" };
const FUTURE: Label = { zh: "日期在今天之后", en: "The day is after today" };

/** Returns the error for a file that can't be read, naming the row; row 0 means the whole file. */
const unreadableFile = (ctx: Ctx, row: number, problem: Label): AppError =>
  badInput({ content: row === 0 ? problem[ctx.language] : fill(IN_ROW[ctx.language], { row, problem: problem[ctx.language] }) });

/**
 * Imports a statement; lines that are there already stay as they are, and new ones are matched where only one movement fits.
 * @throws AppError `badInput` for a file that can't be read, with its row: nothing is imported
 */
export async function load(ctx: Ctx, input: Parsed<typeof bankDesk.load>): Promise<Output<typeof bankDesk.load>> {
  const statement = readStatement(input.content, input.mapping);
  if ("fault" in statement) throw unreadableFile(ctx, statement.fault.row, statement.fault.problem);
  const future = statement.lines.find(({ day }) => day > today(ctx));
  if (future) throw unreadableFile(ctx, future.row, FUTURE);
  const exists = await ctx.db
    .selectFrom("bank_account")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.account)
    .executeTakeFirst();
  if (!exists) throw new AppError("missing", { what: ctx.language === "zh" ? "银行账户" : "Bank account" });
  const account = await lockAccount(ctx, input.account);
  const lines = statement.lines.filter(({ day }) => day >= account.opening_day);
  const [first] = lines;
  if (first) await storeColumns(ctx, account, input.mapping, first.day);
  const values = withKeys(lines).map(({ line, key }, seq) => ({
    venue_id: ctx.venue.id,
    id: ctx.newId(),
    state: "unmatched" as const,
    account_id: account.id,
    day: line.day,
    amount: line.amount,
    balance: line.balance,
    party: line.party,
    text: line.text || line.party || "—",
    seq,
    line_key: key,
    file_name: input.fileName,
    tx_id: null,
    posted_tx_id: null,
    document_no: "",
    matched_by: "",
    created_at: ctx.now,
  }));
  let added = 0;
  for (let i = 0; i < values.length; i += ROWS_AT_ONCE) {
    const inserted = await ctx.db
      .insertInto("bank_line")
      .values(values.slice(i, i + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(["venue_id", "account_id", "line_key"]).doNothing())
      .returning("id")
      .execute();
    added += inserted.length;
  }
  const matched = await autoMatchLines(ctx, account.id);
  for (const resource of ["bankLines", "bankAccounts"] as const) ctx.emit({ type: "changed", data: { resource } });
  return { added, known: lines.length - added, early: statement.lines.length - lines.length, matched };
}

/**
 * Stores the columns of a statement that begins on a day. Days that already have lines keep the columns of their import: read by other columns, the
 * same line would get another key and be imported twice.
 * @throws AppError `badInput`
 */
async function storeColumns(
  ctx: Ctx,
  { id, mapping: headings, mapping_since }: LockedAccount,
  mapping: Parsed<typeof bankDesk.load>["mapping"],
  firstDay: string,
): Promise<void> {
  const stored = mappingOf(headings);
  const isSame = stored !== undefined && PART_NAMES.every((part) => (stored[part] ?? "") === (mapping[part] ?? ""));
  const line = await ctx.db
    .selectFrom("bank_line")
    .select("day")
    .where("venue_id", "=", ctx.venue.id)
    .where("account_id", "=", id)
    .where("day", ">=", firstDay)
    .$if(isSame, (query) => query.where("day", "<", mapping_since ?? firstDay))
    .limit(1)
    .executeTakeFirst();
  if (line)
    throw badInput({
      content: refuse(ctx, {
        zh: "这些天已有用另外的列导入的流水，列的对应不能改，否则同一笔会进两次；没有导入。请用原来的列，或只导入之后的日子",
        en: "Lines of these days were imported with other columns; with new columns they would be imported twice. Nothing was imported. Use the former columns, or import later days only",
      }).text(ctx.language),
    });
  if (isSame) return;
  await ctx.db
    .updateTable("bank_account")
    .set({ mapping: headingsOf(mapping), mapping_since: stored ? firstDay : null })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
}

/** Gives each line a key of its content, and of its number among equal lines of the file. */
function withKeys(lines: readonly StatementLine[]): readonly { readonly line: StatementLine; readonly key: string }[] {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const content = JSON.stringify([line.day, line.amount, line.balance, line.party, line.text]);
    const nth = times.get(content) ?? 0;
    times.set(content, nth + 1);
    return { line, key: hashOf(`${content} ${nth}`) };
  });
}

/**
 * Removes the other lines of a line's import; the line itself goes with the action. Once an account has no lines, its columns can be assigned anew.
 * @throws AppError where one of them is matched or booked: nothing is removed
 */
export async function removeImport(ctx: Ctx, row: RowOf<typeof bankLines>): Promise<void> {
  const account = await lockAccount(ctx, row.account);
  const { created_at, file_name } = await ctx.db
    .selectFrom("bank_line")
    .select(["created_at", "file_name"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  const lines = await ctx.db
    .selectFrom("bank_line")
    .select(["id", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("account_id", "=", account.id)
    .where("created_at", "=", created_at)
    .where("file_name", "=", file_name)
    .execute();
  const matched = lines.filter(({ state }) => state !== "unmatched").length;
  if (matched > 0)
    throw refuse(
      ctx,
      {
        zh: "这次导入的 {count} 笔流水已核对或记账，没有删除；请先撤销核对",
        en: "{count} lines of this import are matched or booked; nothing was removed. Undo their matches first",
      },
      { count: matched },
    );
  const others = lines.map(({ id }) => id).filter((id) => id !== row.id);
  if (others.length > 0) await ctx.db.deleteFrom("bank_line").where("venue_id", "=", ctx.venue.id).where("id", "in", others).execute();
  const { left } = await ctx.db
    .selectFrom("bank_line")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("venue_id", "=", ctx.venue.id)
    .where("account_id", "=", account.id)
    .where("id", "<>", row.id)
    .executeTakeFirstOrThrow();
  if (left === 0)
    await ctx.db
      .updateTable("bank_account")
      .set({ mapping: [], mapping_since: null })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", account.id)
      .execute();
  ctx.emit({ type: "changed", data: { resource: "bankAccounts" } });
}
