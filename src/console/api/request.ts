/** Makes a call of the contract by the client. */
import type { AxiosRequestConfig } from "axios";
import type { Call } from "../../contract/core/call";
import { client } from "./client";
import { type Download, fileOf } from "./download";
import { newKey } from "./idempotency-key";
import { describeCall } from "./rules";

/** Options of a call. */
export interface RequestOptions {
  /** Idempotency key of the person's action. Without one, each request of a call with an effect is an action of its own. */
  readonly key?: string | undefined;
  /** Ends the wait for an answer. */
  readonly signal?: AbortSignal | undefined;
  /** For what may take longer than 50 s, ms: it is not sent twice. */
  readonly waitMs?: number;
  /** Called with the bytes received so far. */
  readonly onReceived?: (bytes: number) => void;
  /** Called with the bytes sent so far. */
  readonly onSent?: (bytes: number) => void;
}

function configOf(call: Call, input: unknown, { key, signal, waitMs, onReceived, onSent }: RequestOptions): AxiosRequestConfig {
  return {
    method: call.method,
    ...describeCall(call, typeof input === "object" && input !== null ? input : {}),
    ...(call.effect ? { idempotencyKey: key ?? newKey() } : {}),
    ...(signal ? { signal } : {}),
    ...(waitMs === undefined ? {} : { timeout: waitMs }),
    ...(onReceived ? { onDownloadProgress: ({ loaded }) => onReceived(loaded) } : {}),
    // Browsers report what a fetch has sent only over HTTP/2.
    ...(onSent ? { onUploadProgress: ({ loaded }) => onSent(loaded), adapter: "xhr" } : {}),
  };
}

/** `data` of the envelope. @throws ApiError a refusal; HttpError after one retry; TypeError when the server can't be reached */
export const requestData = async (call: Call, input: unknown, options: RequestOptions = {}): Promise<unknown> =>
  (await client.request<unknown>(configOf(call, input, options))).data;

/** The file that a call answers with, unchanged. @throws as `requestData` */
export const requestFile = async (call: Call, input: unknown, options: RequestOptions = {}): Promise<Download> =>
  fileOf(await client.request<Blob>({ ...configOf(call, input, options), responseType: "blob" }));
