/**
 * Sends every request of the console, from the login page on, by the same rules: credentials, 50 s, one more try where the message
 * speaks of a time-out or a status code. Part of the first script: it knows nothing of session and contract.
 */
import { parseJson, unwrap } from "./answer";
import { ApiError } from "./error";
import { apiAddress } from "./host";

/** A request, ready to be sent. */
export interface Wire {
  readonly method: "GET" | "POST";
  /** A path of the API, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** What ends the wait for an answer. */
export interface Sending {
  readonly signal?: AbortSignal | undefined;
  /** For what takes longer than the rules' 50 s, ms: it is not tried again. */
  readonly waitMs?: number;
}

const TIMEOUT_MS = 50_000;
const RETRIES = 1;
const RETRY_DELAY_MS = 200;
/** As long as a server that is busy may make a person wait (`Retry-After`). */
const RETRY_MOST_MS = 5_000;

/** No envelope came: a status other than 2xx, or nothing in time. `body`: what came instead; `waitMs`: how long the server wants to be left alone. */
export class HttpError extends Error {
  readonly body: string;
  readonly waitMs: number;
  constructor(message: string, body = "", waitMs = 0) {
    super(message);
    this.name = "HttpError";
    this.body = body;
    this.waitMs = waitMs;
  }
}

const retryable = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof ApiError) && /timeout|status code/i.test(error.message);

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Sends a request and reads its answer.
 * @throws HttpError after one retry; ApiError a refusal that `read` found; TypeError the server can't be reached
 */
export async function send<T>(wire: Wire, read: (answer: Response) => Promise<T>, sending: Sending = {}): Promise<T> {
  const { signal, waitMs } = sending;
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(wire, read, sending);
    } catch (error) {
      if (attempt > RETRIES || waitMs !== undefined || signal?.aborted === true || !retryable(error)) throw error;
      await pause(Math.max(RETRY_DELAY_MS * attempt, error instanceof HttpError ? error.waitMs : 0));
    }
  }
}

async function once<T>(
  { url, ...wire }: Wire,
  read: (answer: Response) => Promise<T>,
  { signal, waitMs = TIMEOUT_MS }: Sending,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), waitMs);
  try {
    const answer = await fetch(apiAddress(url), {
      ...wire,
      credentials: "include",
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    if (!answer.ok) throw new HttpError(`Request failed with status code ${answer.status}`, await answer.text(), waitOf(answer));
    return await read(answer);
  } catch (error) {
    throw late.signal.aborted ? new HttpError(`timeout of ${waitMs}ms exceeded`) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** A date instead of seconds counts for nothing. */
const waitOf = ({ headers }: Response): number => Math.min(RETRY_MOST_MS, 1_000 * (Number(headers.get("retry-after")) || 0));

/** `data` of the envelope. @throws ApiError a refusal */
export const readData = async (answer: Response): Promise<unknown> => unwrap(parseJson(await answer.text()));
