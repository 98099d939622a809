/**
 * The one HTTP client of the console. Requests carry what `rules.ts` says; credentials are sent; 50 s; one retry after 200 ms × attempt
 * where the message mentions a time-out or a status code; an envelope whose code is not 200 is a refusal; files pass through.
 */
import axios, { type AxiosResponse, type InternalAxiosRequestConfig, isAxiosError, isCancel } from "axios";
import type { Encoding } from "../../contract/core/call";
import { fetchOrReuse } from "./ahead";
import { parseJson, unwrap } from "./answer";
import { requestApproval } from "./approval";
import { HttpError } from "./error";
import { RULES, toSearchParams } from "./rules";

declare module "axios" {
  interface AxiosRequestConfig {
    encoding?: Encoding;
    idempotencyKey?: string;
    /** The number of this attempt; absent at the first. */
    attempt?: number;
  }
}

export const TIMEOUT_MS = 50_000;
const RETRIES = 1;
/** For a request outside the rules: it is sent as it is, once. */
export const LAST_ATTEMPT = RETRIES + 1;
const RETRY_DELAY_MS = 200;
/** Longest wait that a busy server may ask for (`Retry-After`). */
const MAX_RETRY_DELAY_MS = 5_000;

export const client = axios.create({
  adapter: "fetch",
  env: { fetch: fetchOrReuse },
  timeout: TIMEOUT_MS,
  withCredentials: true,
  responseType: "text",
  paramsSerializer: { serialize: (params) => toSearchParams(params).toString() },
  transformRequest: [],
  transformResponse: [],
  headers: { "User-Agent": false }, // else the adapter names itself, for which an API of another origin would have to be asked first
});

// A retry sends what the first attempt sent. Axios runs request interceptors from the last to the first.
const FIRST_ATTEMPT = { synchronous: true, runWhen: ({ attempt }: InternalAxiosRequestConfig) => attempt === undefined };
for (const rule of RULES.toReversed())
  client.interceptors.request.use(
    (config) => {
      rule(config);
      return config;
    },
    null,
    FIRST_ATTEMPT,
  );
client.interceptors.response.use(
  (response) => readAnswer(response).catch((error: unknown) => sendApproved(error, response.config)),
  (error: unknown) => retry(error),
);

/**
 * Unpacks the envelope; files pass through.
 * @throws ApiError a refusal, also in place of a file
 */
async function readAnswer(response: AxiosResponse<unknown>): Promise<AxiosResponse<unknown>> {
  const { data, headers } = response;
  if (!isBlob(data)) return { ...response, data: unwrap(parseJson(String(data))) };
  if (String(headers["content-type"]).includes("json")) {
    const value = parseJson(await data.text());
    if (typeof value === "object" && value !== null && "code" in value && "msg" in value) unwrap(value);
  }
  return response;
}

/** @throws HttpError after the last attempt; TypeError when the server can't be reached */
async function retry(error: unknown): Promise<AxiosResponse<unknown>> {
  if (!isAxiosError<unknown>(error) || isCancel(error)) throw error;
  const { config, message, response } = error;
  const attempt = config?.attempt ?? 1;
  // A call that may take longer than others is not sent twice.
  if (config && attempt <= RETRIES && config.timeout === TIMEOUT_MS && /timeout|status code/i.test(message)) {
    await pause(Math.max(RETRY_DELAY_MS * attempt, delayOf(response)));
    return client.request({ ...config, attempt: attempt + 1 });
  }
  if (response) throw new HttpError(message, isBlob(response.data) ? await response.data.text() : String(response.data));
  throw /timeout/i.test(message) ? new HttpError(message) : new TypeError(message, { cause: error });
}

/** Sends a call once more that a colleague has approved after it was refused for want of that. @throws the refusal where nobody did */
async function sendApproved(error: unknown, config: InternalAxiosRequestConfig): Promise<AxiosResponse<unknown>> {
  const approval = await requestApproval(error);
  if (approval === undefined) throw error;
  config.headers.set("Approval", approval);
  return client.request({ ...config, attempt: config.attempt ?? 1 });
}

const isBlob = (value: unknown): value is Blob => typeof value === "object" && value !== null && "text" in value;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** Milliseconds that the server asks to be left alone; a date counts for nothing. */
const delayOf = (response: AxiosResponse | undefined): number =>
  Math.min(MAX_RETRY_DELAY_MS, 1_000 * (Number(response?.headers["retry-after"]) || 0));
