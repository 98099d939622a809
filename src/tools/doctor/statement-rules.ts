/**
 * Rules that statements keep so that Citus takes them: what a cluster of Citus 13.2 on PostgreSQL 15 refused, or did on one machine only. They
 * are read off the text, so they hold without one.
 */

/** Names of the schema that the rules need. */
export interface Schema {
  readonly views: ReadonlySet<string>;
}

/** Returns a text without its string literals, in lower case. */
const bare = (text: string): string => text.replaceAll(/'(?:[^']|'')*'/g, "''").toLowerCase();

/** Returns the text between the parentheses that open at a position. */
function enclosed(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return text.slice(open + 1, at);
  }
  return text.slice(open + 1);
}

const isUpdate = (text: string): boolean => /\bupdate\s+(?:only\s+)?"?\w+"?[\s\S]*\bset\b/.test(text);

/** By name: true for a text that breaks the rule. */
export const STATEMENT_RULES: Readonly<Record<string, (text: string, schema: Schema) => boolean>> = {
  "sets session values by SET LOCAL, not by a function": (text) => /\bset_config\s*\(/.test(bare(text)),
  "has no subquery among the VALUES that it inserts": (text) => {
    const insert = /\binsert\s+into\s+"?\w+"?\s*(?:\([^()]*\)\s*)?(?:overriding\s+\w+\s+value\s+)?values\s*(?=\()/.exec(bare(text));
    if (!insert) return false;
    const rest = bare(text).slice(insert.index + insert[0].length);
    const rows = /^(?:\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)\s*,?\s*)+/.exec(rest)?.[0] ?? enclosed(rest, 0);
    return /\(\s*select\b/.test(rows);
  },
  "updates with no interval times a column": (text) =>
    isUpdate(bare(text)) && /(?:"?[a-z_]\w*"?\s*\*\s*interval\s*''|interval\s*''\s*\*\s*"?[a-z_]\w*)/.test(bare(text)),
  "has no subquery in the WHERE of ON CONFLICT": (text) => {
    const conflict = /\bon\s+conflict\b[\s\S]*?\bdo\s+update\s+set\b([\s\S]*)$/.exec(bare(text))?.[1];
    return conflict !== undefined && /\bwhere\b[\s\S]*\b(?:exists|select)\b/.test(conflict.split(/\breturning\b/)[0] ?? "");
  },
  "writes in no WITH": (text) => /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:insert|update|delete)\b/.test(bare(text)),
  "writes to tables, not to views": (text, { views }) =>
    [...bare(text).matchAll(/\b(?:insert\s+into|update(?:\s+only)?|delete\s+from)\s+"?(\w+)"?/g)].some(([, name]) => views.has(name ?? "")),
};

/** Opens a transaction. */
export const BEGINS = /^(?:begin|start transaction)\b/i;
/** Carries the venue into a transaction: the statement after each that opens one. */
export const CARRIES_VENUE = /^SET LOCAL app\.venue_id = /;
