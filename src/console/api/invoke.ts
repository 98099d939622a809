import type { Call, Input, Output } from "../../contract/core/call";
import { claimSharedRequest } from "./shared-requests";
import type { Download } from "./download";
import { readKey } from "./keys";
import { requestData, requestFile, type RequestOptions } from "./request";

/** Options of a call. */
export interface InvokeOptions extends RequestOptions {
  /** Nobody waits for it: a failure is the caller's own, and no notice is made of it. */
  quiet?: boolean;
}

/** Called with every failure, whoever called: the error catalogue hooks in here. An error that it returns is thrown instead. */
let onFailure: (error: unknown) => unknown = () => undefined;
export const watchFailures = (watcher: (error: unknown) => unknown): void => {
  onFailure = watcher;
};

/** Promise that calls wait for: the first page has the browser to itself until it is visible. */
let turn: Promise<void> | undefined;
export const invokeAfter = (wait: Promise<void>): void => {
  turn = wait;
};

/**
 * Makes a call of the venue API by the common rules of `client.ts`. `page` passes as it is: 0-based.
 * @returns `data` of the envelope
 * @throws ApiError when the answer's code is not 200
 */
export async function invoke<C extends Call>(call: C, input: Input<C>, options: InvokeOptions = {}): Promise<Output<C>> {
  const pending = call.effect ? undefined : claimSharedRequest(readKey(call, input));
  return (await reportFailure(pending ?? afterTurn(() => requestData(call, input, options)), options)) as Output<C>;
}

/** As `invoke`, for calls that answer a file: it passes through unchanged; a refusal is an ApiError all the same. */
export const invokeFile = <C extends Call>(call: C, input: Input<C>, options: InvokeOptions = {}): Promise<Download> =>
  reportFailure(
    afterTurn(() => requestFile(call, input, options)),
    options,
  );

async function afterTurn<T>(request: () => Promise<T>): Promise<T> {
  await turn;
  return request();
}

/** An answer whose failure is shown by whoever waits for it. */
async function reportFailure<T>(answer: Promise<T>, { quiet = false }: InvokeOptions): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const words = quiet ? undefined : onFailure(error);
    throw words instanceof Error ? words : error;
  }
}
