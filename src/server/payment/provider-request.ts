/** One request to a payment gateway: body out, text back, within a time. */
import { request as plain } from "node:http";
import { request as secure, type RequestOptions } from "node:https";

/** Above it a gateway counts as silent. */
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 256 * 1024;

/** A client certificate, PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** Answer of a gateway, or the reason why there is none. */
type Heard = { readonly text: string } | { readonly silent: string };

/** Posts a body. Never throws: a broken line, a wrong status and a time-out are `silent`. */
export async function postToProvider(url: string, body: string, type: string, identity?: Identity): Promise<Heard> {
  const options: RequestOptions = {
    method: "POST",
    timeout: TIMEOUT_MS,
    headers: { "content-type": type, "content-length": Buffer.byteLength(body) },
    ...identity,
  };
  return new Promise((resolve) => {
    const silent = (why: string): void => resolve({ silent: why });
    const call = (url.startsWith("https:") ? secure : plain)(url, options, (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on("data", (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > MOST_BYTES) call.destroy(new Error("too long"));
      });
      answer.on("error", (error) => silent(error.message));
      answer.on("end", () => {
        if (answer.statusCode !== 200) return silent(`HTTP ${answer.statusCode ?? 0}`);
        return resolve({ text: Buffer.concat(parts).toString("utf8") });
      });
    });
    const deadline = setTimeout(() => call.destroy(new Error("time-out")), TIMEOUT_MS);
    call.on("error", (error) => silent(error.message));
    call.on("close", () => clearTimeout(deadline));
    call.end(body);
  });
}
