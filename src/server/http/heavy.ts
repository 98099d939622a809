/**
 * The lane of heavy reads: files and reports. They have their own connections, so that no call of a desk queues behind them. A person runs at
 * most two at once; a third waits instead of being rejected, because a page requests several reports at once. The queue is bounded in length and
 * time. Files are produced in pieces and pause between two pieces while desks have calls in flight: a sale runs about twenty statements, and
 * each of them would otherwise queue behind a piece.
 */
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { AppError } from "./error";

/** Heavy reads of one person at once. */
const MOST_OF_PERSON = 2;
/** Maximum of one person's reads that may wait: a page's reports, and a repeated export. */
const MOST_WAITING = 20;
/** Longest wait for a turn: then the reader hears that the server is busy, before a proxy gives the request up. */
const WAIT_MS = 30_000;
/**
 * Longest pause of a file between two pieces while desks have calls in flight, for each running heavy read. It is bounded, so that files progress
 * however busy the desks are.
 */
const GIVE_WAY_MS = 25;
/** Longest that a file may take, however slowly it is read: its connection is then another's. */
const FILE_MS = 10 * 60_000;

interface Waiting {
  readonly personId: string;
  readonly start: () => void;
}

/** Times in milliseconds, for tests. */
interface HeavyLimits {
  readonly waitMs?: number;
  readonly fileMs?: number;
  readonly giveWayMs?: number;
}

export interface HeavyLane {
  /**
   * Runs a heavy read in the person's turn. Where it gives a file, the turn lasts until the file was read, its reader has left, or its time is up.
   * @throws AppError `heavyBusy`
   */
  run<T>(personId: string, response: ServerResponse, read: () => Promise<T>): Promise<T>;
  /** Runs a call of a desk: pieces of files let it go first. */
  runFirst<T>(call: () => Promise<T>): Promise<T>;
  /** Returns the numbers of running and waiting reads. */
  size(): { readonly running: number; readonly waiting: number };
}

/** @param most heavy reads at once: as many as there are connections for them */
export function openHeavyLane(most: number, { waitMs = WAIT_MS, fileMs = FILE_MS, giveWayMs = GIVE_WAY_MS }: HeavyLimits = {}): HeavyLane {
  const running = new Map<string, number>();
  let waiting: readonly Waiting[] = [];
  let desks = 0;
  const onQuiet = new Set<() => void>();
  /** Waits until no desk call is in flight, at most `giveWayMs` for each running heavy read. */
  const giveWay = (): Promise<void> =>
    new Promise((resolve) => {
      if (desks === 0) return resolve();
      const stop = (): void => {
        clearTimeout(timer);
        onQuiet.delete(stop);
        resolve();
      };
      const timer = setTimeout(stop, giveWayMs * total());
      onQuiet.add(stop);
    });
  /** The same file, made only as fast as desks leave time for it: what is not asked for is not made. */
  function paced(body: Readable): Readable {
    async function* pieces(): AsyncGenerator<unknown> {
      for await (const piece of body) {
        yield piece;
        await giveWay();
      }
    }
    const file = Readable.from(pieces(), { objectMode: false });
    // A generator that waits for its next piece does not hear that its reader has left.
    file.once("close", () => body.destroy());
    return file;
  }
  const total = (): number => [...running.values()].reduce((sum, count) => sum + count, 0);
  const mayStart = (personId: string): boolean => total() < most && (running.get(personId) ?? 0) < MOST_OF_PERSON;

  const leave = (personId: string): void => {
    const left = (running.get(personId) ?? 1) - 1;
    if (left > 0) running.set(personId, left);
    else running.delete(personId);
    // In the order in which they came; who has two running lets others pass.
    const next = waiting.find((one) => mayStart(one.personId));
    next?.start();
  };
  const enter = (personId: string, response: ServerResponse): Promise<void> => {
    const begin = (): void => void running.set(personId, (running.get(personId) ?? 0) + 1);
    if (mayStart(personId)) {
      begin();
      return Promise.resolve();
    }
    if (waiting.filter((one) => one.personId === personId).length >= MOST_WAITING) throw new AppError("heavyBusy");
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        response.off("close", giveUp);
        waiting = waiting.filter((each) => each !== one);
      };
      const giveUp = (): void => {
        stop();
        reject(new AppError("heavyBusy"));
      };
      const one: Waiting = {
        personId,
        start() {
          stop();
          begin();
          resolve();
        },
      };
      const timer = setTimeout(giveUp, waitMs).unref();
      response.once("close", giveUp);
      waiting = [...waiting, one];
    });
  };

  return {
    size: () => ({ running: total(), waiting: waiting.length }),
    async run(personId, response, read) {
      await enter(personId, response);
      let isFile = false;
      try {
        const answer = await read();
        const body = bodyOf(answer);
        if (!body) return answer;
        isFile = true;
        const file = paced(body);
        const timer = setTimeout(() => file.destroy(new Error("the file took too long to be read")), fileMs).unref();
        file.once("close", () => {
          clearTimeout(timer);
          leave(personId);
        });
        // A reader that left while the file was being made never takes it.
        if (response.destroyed) file.destroy();
        return Object.assign({}, answer, { body: file });
      } finally {
        if (!isFile) leave(personId);
      }
    },
    async runFirst(call) {
      desks++;
      try {
        return await call();
      } finally {
        desks--;
        if (desks === 0) for (const resume of onQuiet) resume();
      }
    },
  };
}

const bodyOf = (answer: unknown): Readable | undefined =>
  typeof answer === "object" && answer !== null && "body" in answer && answer.body instanceof Readable ? answer.body : undefined;
