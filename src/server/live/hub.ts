/**
 * Live events of venues, from the outbox to open sockets. The outbox decides what is sent and in which order; NOTIFY after the
 * commit only wakes. A notice can be lost with the process that owed it, so each watched venue is also looked at now and then.
 *
 * Each venue has one line of work at a time, so a joining socket's catch-up and the running delivery cannot overtake each other:
 * every socket gets every event after its `since`, once, in id order.
 */
import type { Database } from "../db/client";
import { yuan } from "../../contract/core/money";

/** Idle time of a venue without notices; it differs each time, so that venues and processes do not query together. */
const IDLE_MS = { least: 15_000, more: 15_000 };
const PAGE = 500;

interface Receiver {
  /** Gives the text of one message. */
  send(text: string): void;
  /** True as long as the person may hear amounts of payments; asked at each message. */
  seesAmounts(): boolean;
}

export interface Hub {
  /** Adds a receiver, after it got everything since `since` (null: from now on). Gives the way to leave. */
  join(venueId: string, receiver: Receiver, since: number | null): Promise<() => void>;
  /** Something may be new in the venue, or anywhere. */
  hint(venueId?: string): void;
  /** Returns the number of receivers. */
  size(): number;
  /** Asks to be told when the hub closes, so that sockets can be closed; `offClose` takes it back. */
  onClose(close: () => void): void;
  offClose(close: () => void): void;
  close(): void;
}

interface Room {
  readonly receivers: Map<Receiver, number>;
  /** Everything up to here was given to all receivers. */
  cursor: number;
  queue: Promise<void>;
  waiting: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Opens the hub. A venue nobody listens to costs nothing. */
export function openHub(database: Database, idle = IDLE_MS): Hub {
  const rooms = new Map<string, Room>();
  const closers = new Set<() => void>();
  let closed = false;

  const eventsAfter = (venueId: string, id: number) =>
    database
      .dbFor(venueId)
      .selectFrom("outbox")
      .selectAll()
      .where("venue_id", "=", venueId)
      .where("id", ">", id)
      .orderBy("id")
      .limit(PAGE)
      .execute();
  type Event = Awaited<ReturnType<typeof eventsAfter>>[number];
  const textOf = (row: Event, seesAmounts: boolean): string =>
    JSON.stringify({
      ...row.data,
      id: row.id,
      type: row.type,
      orderId: row.order_id,
      ...(seesAmounts ? { amount: yuan(row.amount) } : {}),
    });

  const newest = async (venueId: string): Promise<number> => {
    const row = await database
      .dbFor(venueId)
      .selectFrom("counter")
      .select("value")
      .where("venue_id", "=", venueId)
      .where("name", "=", "outbox")
      .executeTakeFirst();
    return row?.value ?? 0;
  };

  const inLine = (room: Room, work: () => Promise<void>): Promise<void> => {
    const done = room.queue.then(work);
    room.queue = done.catch(() => undefined);
    return done;
  };

  const deliver = async (venueId: string, room: Room): Promise<void> => {
    for (;;) {
      const rows = await eventsAfter(venueId, room.cursor);
      for (const row of rows) {
        const [whole, without] = [textOf(row, true), textOf(row, false)];
        for (const [receiver, seen] of room.receivers) if (row.id > seen) receiver.send(receiver.seesAmounts() ? whole : without);
        room.cursor = row.id;
      }
      if (rows.length < PAGE) return;
    }
  };

  const look = (venueId: string, room: Room): void => {
    clearTimeout(room.timer);
    if (closed || room.waiting) return;
    room.waiting = true;
    void inLine(room, async () => {
      room.waiting = false;
      if (room.receivers.size > 0) await deliver(venueId, room);
    })
      .catch(() => undefined)
      .then(() => {
        clearTimeout(room.timer);
        if (closed) return;
        if (room.receivers.size === 0) rooms.delete(venueId);
        else room.timer = setTimeout(() => look(venueId, room), idle.least + Math.random() * idle.more).unref();
      });
  };

  const roomOf = (venueId: string): Room => {
    let room = rooms.get(venueId);
    if (!room)
      rooms.set(venueId, (room = { receivers: new Map(), cursor: -1, queue: Promise.resolve(), waiting: false, timer: undefined }));
    return room;
  };

  return {
    async join(venueId, receiver, since) {
      const room = roomOf(venueId);
      await inLine(room, async () => {
        const last = await newest(venueId);
        if (room.cursor < 0) room.cursor = last;
        // An id from the future is of another life of the database: nothing of it can be continued.
        let seen = since === null || since > last ? last : since;
        for (;;) {
          const rows = await eventsAfter(venueId, seen);
          for (const row of rows) {
            receiver.send(textOf(row, receiver.seesAmounts()));
            seen = row.id;
          }
          if (rows.length < PAGE) break;
        }
        receiver.send(JSON.stringify({ id: seen, type: "hello" }));
        room.receivers.set(receiver, seen);
        rooms.set(venueId, room);
      });
      look(venueId, room);
      return () => void room.receivers.delete(receiver);
    },
    hint(venueId) {
      for (const [id, room] of rooms) if (venueId === undefined || venueId === id) look(id, room);
    },
    size: () => [...rooms.values()].reduce((sum, room) => sum + room.receivers.size, 0),
    onClose: (close) => void closers.add(close),
    offClose: (close) => void closers.delete(close),
    close() {
      closed = true;
      for (const room of rooms.values()) clearTimeout(room.timer);
      for (const close of closers) close();
    },
  };
}
