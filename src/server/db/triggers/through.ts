/**
 * Writes that reach their tables through something else: the organization's roles, notes and staff through views, and what is erased of
 * closings through a function. What those left is seen by looking before and after, at the rows that the statement names.
 */
import type { CompiledQuery } from "kysely";
import type { Changed } from "./rows";
import type { Run } from "./rows";
import type { Off } from "./off";
import { writesIn } from "./statement";

interface Looking {
  readonly table: string;
  /** What names a row to whoever wrote through; undefined: all that may be concerned are. */
  readonly named?: string;
  readonly key: readonly string[];
  /** The rows `r` that may be concerned; $1: the venue, $2: what was named to a function. */
  readonly where: string;
}

const own = (row: string): string => `${row}.organization_id = (SELECT v.organization_id FROM venue v WHERE v.id = $1)`;
const OWN = own("r");
const VIEWS: Readonly<Record<string, readonly Looking[]>> = {
  venue_role: [
    { table: "role", named: "id", key: ["id"], where: OWN },
    // These go with their role, by their key.
    {
      table: "role_code",
      named: "role_id",
      key: ["role_id", "code"],
      where: `r.role_id IN (SELECT o.id FROM role o WHERE ${own("o")})`,
    },
  ],
  venue_update_notice: [{ table: "update_notice", named: "id", key: ["id"], where: OWN }],
  venue_staff: [
    {
      table: "person",
      named: "id",
      key: ["id"],
      where: "EXISTS (SELECT FROM person_venue p WHERE p.person_id = r.id AND p.venue_id = $1)",
    },
    { table: "person_venue", named: "person_id", key: ["person_id", "venue_id"], where: "r.venue_id = $1" },
    // Goes with who leaves, by its key.
    { table: "staff_address", named: "staff_id", key: ["id"], where: "r.venue_id = $1" },
  ],
};
const ERASING = /^\s*select erase_from_closings\(\$1/i;
const CLOSINGS: readonly Looking[] = [
  { table: "closing_hit", key: ["closing_id", "line_id"], where: "r.venue_id = $1 AND r.order_id = ANY ($2::text[])" },
];

type Shots = ReadonlyMap<Looking, ReadonlyMap<string, string>>;
export interface Through {
  /** The statement as it also names its rows. */
  readonly text: string;
  /** Whether the statement asked for rows itself. */
  readonly asked: boolean;
  /** Whether it is sent again at the end: what the log kept of it is erased as well. */
  readonly twice: boolean;
  before(run: Run, query: CompiledQuery, venue: string): Promise<{ shots: Shots; parameters: readonly unknown[] }>;
  after(run: Run, taken: { shots: Shots; parameters: readonly unknown[] }, rows: readonly { "~id"?: string }[]): Promise<Changed[]>;
}

/** How a statement writes through something else, if it does and what is behind is watched. */
export function writtenThrough(text: string, off: Off): Through | undefined {
  if (ERASING.test(text)) return off.has("audit", "closing_hit") ? looking(CLOSINGS, text, true, true) : undefined;
  const [write] = writesIn(text);
  const view = write && VIEWS[write.table];
  if (!view || !view.some(({ table }) => off.tables.has(table))) return undefined;
  const naming = `${text.slice(0, write.end)}${write.returning ? ", " : " RETURNING "}id AS "~id"${text.slice(write.end)}`;
  return looking(view, naming, write.returning, false);
}

function looking(at: readonly Looking[], text: string, asked: boolean, twice: boolean): Through {
  const look = async (run: Run, parameters: readonly unknown[]): Promise<Shots> => {
    const shots = new Map<Looking, ReadonlyMap<string, string>>();
    for (const one of at) {
      const { rows } = await run(
        `SELECT to_jsonb(r)::text AS row FROM "${one.table}" r WHERE ${one.where}`,
        one.where.includes("$2") ? parameters : parameters.slice(0, 1),
      );
      shots.set(one, new Map((rows as { row: string }[]).map(({ row }) => [one.key.map((name) => valueOf(row, name)).join(" "), row])));
    }
    return shots;
  };
  return {
    text,
    asked,
    twice,
    async before(run, query, venue) {
      const parameters = [venue, query.parameters[0]];
      return { shots: await look(run, parameters), parameters };
    },
    async after(run, { shots, parameters }, rows) {
      const named = new Set(rows.map((row) => String(row["~id"])));
      const later = await look(run, parameters);
      return at.flatMap((one) => {
        const [was, is] = [shots.get(one) ?? new Map<string, string>(), later.get(one) ?? new Map<string, string>()];
        return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Changed[] => {
          const [old, now] = [was.get(key) ?? null, is.get(key) ?? null];
          const unnamed = one.named !== undefined && !named.has(valueOf(now ?? old ?? "{}", one.named));
          // Who leaves the venue is a person still.
          if (old === now || unnamed || (one.table === "person" && now === null)) return [];
          return [{ table: one.table, old, new: now, set: undefined }];
        });
      });
    },
  };
}

const valueOf = (row: string, column: string): string => String((JSON.parse(row) as Record<string, unknown>)[column]);
