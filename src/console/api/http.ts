/** The HTTP client of spec §7: axios, fetched when the first rows are on screen. */
import axios, { AxiosError, type AxiosResponse } from "axios";
import { parseJson, unwrap } from "./answer";
import { type Download, fileName } from "./download";
import type { Wire } from "./request";

const TIMEOUT_MS = 50_000;
const RETRIES = 1;
const RETRY_DELAY_MS = 200;

const client = axios.create({
  timeout: TIMEOUT_MS,
  withCredentials: true,
  responseType: "text",
  transformResponse: [(body: unknown) => body],
});

/** Only a message that mentions a time-out or a status code is worth a second try (spec §7). */
const retryable = (error: unknown): boolean => error instanceof AxiosError && /timeout|status code/i.test(error.message);

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Sends a request.
 * @returns `data` of the envelope, or the file where one is expected
 * @throws ApiError a refusal; AxiosError anything else, after one retry
 */
export async function sendByAxios(wire: Wire, options: { file?: boolean; signal?: AbortSignal | undefined }): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await client.request<unknown>({
        method: wire.method,
        url: wire.url,
        headers: { ...wire.headers },
        data: wire.body,
        ...(options.file ? { responseType: "blob" as const } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
      });
      return options.file ? await readFile(response) : unwrap(parseJson(String(response.data)));
    } catch (error) {
      if (attempt > RETRIES || !retryable(error)) throw error;
      await pause(RETRY_DELAY_MS * attempt);
    }
  }
}

/** A download passes through, unless the server answered the envelope: then it refuses, or carries small JSON such as a token. */
async function readFile(response: AxiosResponse<unknown>): Promise<Download> {
  const blob = response.data instanceof Blob ? response.data : new Blob([String(response.data)]);
  const type = String(response.headers["content-type"] ?? "");
  if (type.includes("json")) {
    const answer = parseJson(await blob.text());
    if (typeof answer === "object" && answer !== null && "code" in answer && "msg" in answer) unwrap(answer);
  }
  return { blob, name: fileName(String(response.headers["content-disposition"] ?? "")) };
}
