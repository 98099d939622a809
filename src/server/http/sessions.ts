/**
 * Person behind a token, and their rights in each venue. Cached in the process for five seconds. An entry that the database reports as
 * changed (`access_changed` notifies the channel "access" of its key) is dropped at once, and nothing else is.
 */
import { type Language, LANGUAGES } from "../../contract/core/enums";
import type { Code } from "../../contract/core/permissions";
import { type Database, PLATFORM } from "../db/client";
import { codesOfRole } from "../kernel/codes-held";
import { hashOf, SESSION_MS } from "../kernel/tokens";
import { Bounded } from "../kernel/bounded";
import type { Operator, VenueRow } from "./context";

const KEEP_MS = 5_000;
const SLIDE_MS = 5 * 60_000;
const MOST = 20_000;

/** A live session. */
export interface Session {
  readonly person: Operator;
  readonly language: Language | null;
  readonly expiresAt: Date;
  /** When this reading of it extended it; null: it did not. */
  readonly slidAt: Date | null;
}
/** A venue of the person's list, with the codes of their role there. */
export interface Membership {
  readonly venue: VenueRow;
  readonly codes: ReadonlySet<Code>;
  /** The person's role there, and the role on which it builds. */
  readonly roles: readonly (string | null)[];
}
/** Changed access: a session, a person, a role or a venue, or the combination of those named together. */
export interface AccessNotice {
  readonly session?: string;
  readonly person?: string;
  readonly role?: string;
  readonly venue?: string;
}

export interface Sessions {
  /** The session of a token; undefined when there is none, it ended, or the person is disabled. */
  find(token: string, now: Date): Promise<Session | undefined>;
  /** The person's place in a venue; undefined when the venue is not in their list. */
  membership(personId: string, venueId: string): Promise<Membership | undefined>;
  /** Forgets what a notice names, or everything kept in the process, and tells who watches. */
  drop(notice?: AccessNotice): void;
  /** Calls back whenever something changed that may concern the person. @returns how to stop */
  watch(personId: string, changed: () => void): () => void;
}

interface Shelf<T> {
  get(key: string, make: () => Promise<T>): Promise<T>;
  /** Drops what fits, and whatever is being read at this moment. */
  drop(fits: (key: string, value: T) => boolean): void;
}

/** Something kept for a while. */
function shelf<T>(): Shelf<T> {
  const cached = new Bounded<string, { value: Promise<T>; read?: { value: T }; until: number }>(MOST);
  return {
    get(key, make) {
      const found = cached.get(key);
      if (found && found.until > performance.now()) return found.value;
      const one: { value: Promise<T>; read?: { value: T }; until: number } = { value: make(), until: performance.now() + KEEP_MS };
      cached.set(key, one);
      one.value.then(
        (value) => (one.read = { value }),
        () => {
          if (cached.get(key) === one) cached.delete(key);
        },
      );
      return one.value;
    },
    drop(fits) {
      for (const [key, { read }] of cached) if (!read || fits(key, read.value)) cached.delete(key);
    },
  };
}

/** Opens the look-up over the database. @param most a session lives so many ms after its sign-in */
export function openSessions(database: Database, most: number): Sessions {
  const db = database.dbFor(PLATFORM);
  const sessions = shelf<Session | undefined>();
  const memberships = shelf<Membership | undefined>();
  const watchers = new Map<() => void, string>();

  const findSession = async (hash: string, now: Date): Promise<Session | undefined> => {
    const row = await db
      .selectFrom("person_session as s")
      .innerJoin("person as p", "p.id", "s.person_id")
      .select(["p.id", "p.name", "p.language", "s.expires_at", "s.created_at", "s.used_at"])
      .where("s.token_hash", "=", hash)
      .where("s.expires_at", ">", now)
      .where("s.created_at", ">", new Date(now.getTime() - most))
      .where("p.state", "=", "active")
      .executeTakeFirst();
    if (!row) return undefined;
    const language = LANGUAGES.find((one) => one === row.language) ?? null;
    const slides = now.getTime() - (row.used_at ?? row.created_at).getTime() > SLIDE_MS;
    // A clock that is set back ends no session earlier; what another setting or release has written may be later than what is allowed now.
    const idle = slides ? Math.max(row.expires_at.getTime(), now.getTime() + SESSION_MS) : row.expires_at.getTime();
    const expiresAt = new Date(Math.min(idle, row.created_at.getTime() + most));
    if (slides)
      await db.updateTable("person_session").set({ expires_at: expiresAt, used_at: now }).where("token_hash", "=", hash).execute();
    return { person: { id: row.id, name: row.name }, language, expiresAt, slidAt: slides ? now : null };
  };

  const findMembership = async (personId: string, venueId: string): Promise<Membership | undefined> => {
    const found = await db
      .selectFrom("venue")
      .innerJoin("person_venue", "person_venue.venue_id", "venue.id")
      .innerJoin("role", "role.id", "person_venue.role_id")
      .selectAll("venue")
      .select(["role.id as role_id", "role.base_id"])
      .where("person_venue.person_id", "=", personId)
      .where("venue.id", "=", venueId)
      .executeTakeFirst();
    if (!found) return undefined;
    const { role_id, base_id, ...venue } = found;
    return { venue, codes: await codesOfRole(db, role_id), roles: [role_id, base_id] };
  };

  return {
    async find(token, now) {
      const hash = hashOf(token);
      const session = await sessions.get(hash, () => findSession(hash, now));
      return session && session.expiresAt > now ? session : undefined;
    },
    membership: (personId, venueId) => memberships.get(`${personId} ${venueId}`, () => findMembership(personId, venueId)),
    drop(notice) {
      const { session, person, role, venue } = notice ?? {};
      sessions.drop(
        (hash, kept) => !notice || (session === undefined ? venue === undefined && kept?.person.id === person : hash === session),
      );
      memberships.drop((key, kept) => {
        if (!notice) return true;
        if (session !== undefined) return false;
        if (person !== undefined) return key.startsWith(`${person} `);
        return role === undefined ? kept?.venue.id === venue : (kept?.roles.includes(role) ?? true);
      });
      for (const [changed, id] of watchers) if (person === undefined || person === id) changed();
    },
    watch(personId, changed) {
      watchers.set(changed, personId);
      return () => void watchers.delete(changed);
    },
  };
}
