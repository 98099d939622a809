import type { Call, Input, Output } from "../../contract/call";
import type { Download } from "./download";
import { requestOf, newKey } from "./request";

/** How a call is made. */
export interface InvokeOptions {
  /** Ends the call. */
  signal?: AbortSignal | undefined;
  /** Idempotency key of the person's action; `useCall` makes it. Without one, each invocation is an action of its own. */
  key?: string | undefined;
  /** Nobody waits for it: a failure is the caller's own, and no notice is made of it. */
  quiet?: boolean;
}

/** Told of every failure, whoever asked: the error catalogue (spec §8) hangs here. An error that it returns is thrown in the first one's place. */
let onFailure: (error: unknown) => unknown = () => undefined;
export const watchFailures = (watcher: (error: unknown) => unknown): void => {
  onFailure = watcher;
};

/** What calls wait for: the first page has the browser to itself until it is seen. */
let turn: Promise<void> | undefined;
export const invokeAfter = (wait: Promise<void>): void => {
  turn = wait;
};

/**
 * Makes a call of the venue API exactly as spec §7 "Common rules" says: 50 s, one retry where the message mentions a time-out or a status code.
 * `page` passes as it is: 0-based.
 * @returns `data` of the envelope
 * @throws ApiError when the answer's code is not 200
 */
export async function invoke<C extends Call>(call: C, input: Input<C>, options: InvokeOptions = {}): Promise<Output<C>> {
  return (await send(call, input, options)) as Output<C>;
}

/** As `invoke`, for calls that answer a file: it passes through unchanged; a refusal is an ApiError all the same. */
export async function invokeFile<C extends Call>(call: C, input: Input<C>, options: InvokeOptions = {}): Promise<Download> {
  return (await send(call, input, options)) as Download;
}

async function send(call: Call, input: unknown, options: InvokeOptions): Promise<unknown> {
  const key = call.effect ? (options.key ?? newKey()) : undefined;
  try {
    await turn;
    const { sendByAxios } = await import("./http");
    return await sendByAxios(requestOf(call, input ?? {}, { key }), {
      file: call.file !== undefined,
      signal: options.signal,
    });
  } catch (error) {
    const said = options.quiet === true ? undefined : onFailure(error);
    throw said instanceof Error ? said : error;
  }
}
