import { type RawBuilder, sql, type SqlBool } from "kysely";

/**
 * Checks that one of the text columns contains the typed text, anywhere and in either case. Lowercasing a column is most of the work of a
 * search through many rows: several are lowercased as one, each on its own line, and text without case (Chinese, numbers) needs none of it.
 */
export function contains(typed: string, ...columns: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  const text = typed.toLowerCase();
  if (text === typed.toUpperCase())
    return sql<SqlBool>`(${sql.join(
      columns.map((column) => holds(text, column)),
      sql` or `,
    )})`;
  const lines = columns.length === 1 ? sql.join(columns) : sql`concat_ws(chr(10), ${sql.join(columns)})`;
  return holds(text, sql`lower(${lines})`);
}

/** As `contains`, for a column that is kept in lower case, as pinyin is. */
export const holds = (text: string, column: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`position(${text} in ${column}) > 0`;

/** True if the text consists only of plain Latin letters, digits and signs, like card numbers and spellings. */
export const isPlain = (typed: string): boolean => /^[\x20-\x7e]+$/.test(typed);

/**
 * The letters and digits of what was typed, lower case, as a spelling is searched for them; "" where it is written in another script: what
 * is between its signs says nothing of a spelling.
 */
export const spellingOf = (typed: string): string => (isPlain(typed) ? typed.toLowerCase().replace(/[^a-z0-9]/g, "") : "");
