/** The writes in the text of a statement: which tables, which columns, and where more can be asked of them. */

/** An INSERT, UPDATE or DELETE, on its own or inside of a WITH. */
export interface Write {
  readonly kind: "insert" | "update" | "delete";
  readonly table: string;
  /** Columns that it sets: of an UPDATE, or of an INSERT that updates where it meets a row. */
  readonly set: ReadonlySet<string>;
  /** Where it ends in the text. */
  readonly end: number;
  readonly returning: boolean;
  /** Inside of another statement. */
  readonly nested: boolean;
  /** Of a DELETE: the statement that locks and gives the rows which it is about to delete, as `old`. */
  readonly victims: string | undefined;
}

interface Token {
  /** In lower case; a quoted name without its quotes. */
  readonly text: string;
  readonly word: boolean;
  readonly name: boolean;
  readonly depth: number;
  readonly start: number;
  readonly end: number;
}

const PIECES = /'(?:[^']|'')*'|"((?:[^"]|"")*)"|\$(\w*)\$[\s\S]*?\$\2\$|\$\d+|--[^\n]*|\/\*[\s\S]*?\*\/|([A-Za-z_][\w$]*)|[\s\S]/g;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  let depth = 0;
  for (const match of text.matchAll(PIECES)) {
    const [piece, quoted, , word] = match;
    if (/^(\s|--|\/\*)/.test(piece)) continue;
    if (piece === ")") depth--;
    const own = quoted ?? word?.toLowerCase() ?? piece;
    const start = match.index;
    found.push({
      text: own,
      word: word !== undefined,
      name: word !== undefined || quoted !== undefined,
      depth,
      start,
      end: start + piece.length,
    });
    if (piece === "(") depth++;
  }
  return found;
}

const known = new Map<string, readonly Write[]>();
const MOST_KNOWN = 2_000;

/** All writes of a text, in their order; the outermost one is not nested. */
export function writesIn(text: string): readonly Write[] {
  const before = known.get(text);
  if (before) return before;
  const writes = /\b(insert|update|delete)\b/i.test(text) ? find(text) : [];
  if (known.size < MOST_KNOWN) known.set(text, writes);
  return writes;
}

function find(text: string): Write[] {
  const all = tokens(text);
  const is = (i: number, word: string): boolean => all[i]?.word === true && all[i].text === word;
  const found: Write[] = [];
  all.forEach((token, i) => {
    const kind =
      is(i, "insert") && is(i + 1, "into")
        ? "insert"
        : is(i, "delete") && is(i + 1, "from")
          ? "delete"
          : is(i, "update") && !["for", "key", "do", "on"].some((word) => is(i - 1, word))
            ? "update"
            : undefined;
    if (kind === undefined) return;
    const last = all.findIndex((one, at) => at > i && (one.depth < token.depth || (one.text === ";" && !one.name)));
    const own = all.slice(i, last < 0 ? all.length : last);
    const end = own.at(-1)?.end ?? text.length;
    let first = kind === "update" ? 1 : 2;
    while (own[first + 1]?.text === ".") first += 2;
    const level = (from: number, words: readonly string[]): number =>
      own.findIndex((one, at) => at >= from && one.word && one.depth === token.depth && words.includes(one.text));
    const returning = level(first, ["returning"]);
    found.push({
      kind,
      table: own[first]?.text ?? "",
      set: columnsOf(own, level(first, ["set"]), token.depth),
      end,
      returning: returning >= 0,
      nested: token.depth > 0,
      victims: kind === "delete" && token.depth === 0 ? victimsOf(text, own, first, level) : undefined,
    });
  });
  return found;
}

/** The columns that are set: those that begin an assignment, or are in the brackets that begin one. */
function columnsOf(own: readonly Token[], set: number, depth: number): ReadonlySet<string> {
  const columns = new Set<string>();
  if (set < 0) return columns;
  let begins = true;
  for (const token of own.slice(set + 1)) {
    if (token.word && token.depth === depth && ["from", "where", "returning"].includes(token.text)) break;
    if (token.text === "=" && token.depth === depth) begins = false;
    else if (token.text === "," && token.depth === depth) begins = true;
    else if (begins && token.name) columns.add(token.text);
  }
  return columns;
}

function victimsOf(text: string, own: readonly Token[], table: number, level: (from: number, words: readonly string[]) => number): string {
  const using = level(table, ["using"]);
  const where = level(table, ["where"]);
  const returning = level(table, ["returning"]);
  const at = (i: number, otherwise: number): number => own[i]?.start ?? otherwise;
  const end = at(returning, own.at(-1)?.end ?? text.length);
  const whose = at(where, end);
  const named = text.slice(at(table, 0), at(using, whose));
  const alias = own.slice(table + 1).find((one) => one.name && one.text !== "as");
  const ends = alias === undefined || (alias.word && ["using", "where", "returning"].includes(alias.text));
  const called = `"${ends ? own[table]?.text : alias.text}"`;
  const more = using < 0 ? "" : `, ${text.slice(own[using]?.end ?? 0, whose)}`;
  // What stands before is a WITH that the condition may read.
  return `${text.slice(0, own[0]?.start)}SELECT to_jsonb(${called}.*)::text AS "~old", NULL AS "~new" FROM ${named}${more} ${text.slice(whose, end)} FOR UPDATE OF ${called}`;
}

/** The statement as it also gives what each row of its outermost write was and is. */
export function withRows(text: string, write: Write): string {
  const rows = `to_jsonb(old)::text AS "~old", to_jsonb(new)::text AS "~new"`;
  return `${text.slice(0, write.end)}${write.returning ? ", " : " RETURNING "}${rows}${text.slice(write.end)}`;
}
