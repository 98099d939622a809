import type { Call, Input, Output } from "../../contract/call";
import { takeOver } from "./asked";
import { type Download, readFile } from "./download";
import { readKey } from "./keys";
import { requestOf, newKey } from "./request";
import { readData, send, type Sending } from "./send";

/** How a call is made. */
export interface InvokeOptions extends Sending {
  /** Idempotency key of the person's action; `useCall` makes it. Without one, each invocation is an action of its own. */
  key?: string | undefined;
  /** Nobody waits for it: a failure is the caller's own, and no notice is made of it. */
  quiet?: boolean;
}

/** Called with every failure, whoever called: the error catalogue hooks in here. An error that it returns is thrown instead. */
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
 * Makes a call of the venue API by the common rules of `send.ts`: 50 s, one retry where the message mentions a time-out or a status code.
 * `page` passes as it is: 0-based.
 * @returns `data` of the envelope
 * @throws ApiError when the answer's code is not 200
 */
export async function invoke<C extends Call>(call: C, input: Input<C>, options: InvokeOptions = {}): Promise<Output<C>> {
  const asked = call.effect ? undefined : takeOver(readKey(call, input));
  const answer = asked ? said(asked, options) : make(call, input, options, readData);
  return (await answer) as Output<C>;
}

/** As `invoke`, for calls that answer a file: it passes through unchanged; a refusal is an ApiError all the same. */
export const invokeFile = <C extends Call>(
  call: C,
  input: Input<C>,
  options: InvokeOptions & { onBytes?: (received: number) => void } = {},
): Promise<Download> => make(call, input, options, (answer) => readFile(answer, options.onBytes));

async function make<T>(call: Call, input: unknown, options: InvokeOptions, read: (answer: Response) => Promise<T>): Promise<T> {
  const key = call.effect ? (options.key ?? newKey()) : undefined;
  return said(
    (async () => {
      await turn;
      return send(requestOf(call, input ?? {}, { key }), read, options);
    })(),
    options,
  );
}

/** An answer whose failure is shown by whoever waits for it. */
async function said<T>(answer: Promise<T>, { quiet = false }: InvokeOptions): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const words = quiet ? undefined : onFailure(error);
    throw words instanceof Error ? words : error;
  }
}
