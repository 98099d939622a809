/**
 * Who a token speaks for, and what they may do in which venue. Kept in the process for five seconds, dropped at once when the
 * database says that sessions, people, roles or venues changed (triggers of migration 007 notify the channel "access").
 */
import type { Language } from "../../contract/enums";
import { LANGUAGES } from "../../contract/enums";
import type { Code } from "../../contract/permissions";
import { type Database, PLATFORM } from "../db/client";
import { codesHeld } from "../domains/platform/reach";
import { hashOf, SESSION_MS } from "../domains/session/tokens";
import type { Operator, VenueRow } from "./context";

const KEEP_MS = 5_000;
const SLIDE_MS = 5 * 60_000;
const MOST = 20_000;

/** A live session. */
export interface Session {
  readonly person: Operator;
  readonly language: Language | null;
  readonly expiresAt: Date;
}
/** A venue of the person's list, with the codes of their role there. */
export interface Membership {
  readonly venue: VenueRow;
  readonly codes: ReadonlySet<Code>;
}

export interface Sessions {
  /** The session of a token; undefined when there is none, it ended, or the person is disabled. */
  find(token: string, now: Date): Promise<Session | undefined>;
  /** The person's place in a venue; undefined when the venue is not in their list. */
  membership(personId: string, venueId: string): Promise<Membership | undefined>;
  /** Forgets everything kept in the process, and tells who watches. */
  drop(): void;
  /** Calls back whenever sessions, people, roles or venues changed. @returns how to stop */
  watch(changed: () => void): () => void;
}

/** Something kept for a while; the whole shelf is dropped on any notice. */
function shelf<T>(): { get(key: string, make: () => Promise<T>): Promise<T>; drop(): void } {
  let kept = new Map<string, { value: Promise<T>; until: number }>();
  return {
    get(key, make) {
      const found = kept.get(key);
      if (found && found.until > performance.now()) return found.value;
      if (kept.size > MOST) kept = new Map();
      const into = kept;
      const value = make();
      into.set(key, { value, until: performance.now() + KEEP_MS });
      value.catch(() => into.delete(key));
      return value;
    },
    drop: () => void (kept = new Map()),
  };
}

/** Opens the look-up over the database. */
export function openSessions(database: Database): Sessions {
  const db = database.dbFor(PLATFORM);
  const sessions = shelf<Session | undefined>();
  const memberships = shelf<Membership | undefined>();
  const watchers = new Set<() => void>();

  const findSession = async (hash: string, now: Date): Promise<Session | undefined> => {
    const row = await db
      .selectFrom("person_session as s")
      .innerJoin("person as p", "p.id", "s.person_id")
      .select(["p.id", "p.name", "p.language", "s.expires_at"])
      .where("s.token_hash", "=", hash)
      .where("s.expires_at", ">", now)
      .where("p.state", "=", "active")
      .executeTakeFirst();
    if (!row) return undefined;
    const language = LANGUAGES.find((one) => one === row.language) ?? null;
    let expiresAt = row.expires_at;
    if (expiresAt.getTime() - now.getTime() < SESSION_MS - SLIDE_MS) {
      expiresAt = new Date(now.getTime() + SESSION_MS);
      await db.updateTable("person_session").set({ expires_at: expiresAt }).where("token_hash", "=", hash).execute();
    }
    return { person: { id: row.id, name: row.name }, language, expiresAt };
  };

  const findMembership = async (personId: string, venueId: string): Promise<Membership | undefined> => {
    const venue = await db
      .selectFrom("venue")
      .innerJoin("person_venue", "person_venue.venue_id", "venue.id")
      .selectAll("venue")
      .where("person_venue.person_id", "=", personId)
      .where("venue.id", "=", venueId)
      .executeTakeFirst();
    if (!venue) return undefined;
    return { venue, codes: await codesHeld(db, personId, venueId) };
  };

  return {
    async find(token, now) {
      const hash = hashOf(token);
      const session = await sessions.get(hash, () => findSession(hash, now));
      return session && session.expiresAt > now ? session : undefined;
    },
    membership: (personId, venueId) => memberships.get(`${personId} ${venueId}`, () => findMembership(personId, venueId)),
    drop() {
      sessions.drop();
      memberships.drop();
      for (const changed of watchers) changed();
    },
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
  };
}
