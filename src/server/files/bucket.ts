/** Pictures in a bucket that speaks S3: one for each installation, reached by the server alone, which passes on what readers ask for. */
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { FileStore, Stored } from "./store";

/** A bucket and who may use it. */
export interface Bucket {
  /** Its address, without a slash at the end: `https://name.s3.example.com` or `https://s3.example.com/name`. */
  readonly url: string;
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
}

/** Until the first byte of an answer. */
const PATIENCE_MS = 15_000;
/** After an answer that says "later": 429 and 5xx. */
const RETRIES = 3;
/** As `newPath` makes them. What else there is in the bucket is none of ours. */
const OURS = /^[0-9a-f]{2}\/[0-9a-f]{38}\.(png|jpg|gif|webp)$/;
/** Request headers that select the bytes, and answer headers that describe them. */
const ASKED = ["range", "if-range", "if-none-match", "if-modified-since"];
const TOLD = ["content-length", "content-range", "accept-ranges", "etag", "last-modified"];
const TYPES: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", gif: "image/gif", webp: "image/webp" };
const typeOf = (file: string): string => TYPES[file.split(".").at(-1) ?? ""] ?? "application/octet-stream";

/** The store over a bucket. */
export function bucketStore({ url, keyId, secret, region }: Bucket): FileStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: "s3", retries: RETRIES });
  const ask = async (where: string, init: RequestInit, accepted: readonly number[]): Promise<Response> => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
    const send = () => client.fetch(`${url}${where}`, { ...init, signal: abort.signal });
    // Once more where the other side has closed an idle connection: all that is asked here may be asked twice.
    const answer = await send()
      .catch(send)
      .finally(() => clearTimeout(timer));
    if (accepted.includes(answer.status)) return answer;
    throw new Error(`The bucket answers ${answer.status} to ${init.method ?? "GET"} ${where}: ${(await answer.text()).slice(0, 500)}`);
  };
  return {
    async put(file, bytes) {
      const sum = createHash("sha256").update(bytes).digest("hex");
      const headers = { "content-type": typeOf(file), "x-amz-content-sha256": sum };
      const answer = await ask(`/${file}`, { method: "PUT", body: new Uint8Array(bytes), headers }, [200]);
      await answer.body?.cancel();
    },
    async read(file) {
      const answer = await ask(`/${file}`, {}, [200, 404]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.status === 200 ? bytes : undefined;
    },
    async remove(file) {
      const answer = await ask(`/${file}`, { method: "DELETE" }, [200, 204, 404]);
      await answer.body?.cancel();
    },
    async *list(): AsyncGenerator<Stored> {
      // By the first version of the listing, which all vendors speak: the next page begins after the last key of this one.
      for (let last = "", more = true; more;) {
        const page = await (await ask(`?marker=${encodeURIComponent(last)}`, {}, [200])).text();
        more = within(page, "IsTruncated") === "true";
        for (const [entry] of page.matchAll(/<Contents>.*?<\/Contents>/gs)) {
          last = within(entry, "Key");
          if (OURS.test(last)) yield { path: last, at: new Date(within(entry, "LastModified")) };
        }
      }
    },
    async serve(app, headers) {
      app.route<{ Params: { "*": string } }>({
        method: ["GET", "HEAD"],
        url: "/files/*",
        async handler(request, reply) {
          const file = request.params["*"];
          if (!OURS.test(file)) return reply.callNotFound();
          const requested = ASKED.flatMap((name) => {
            const value = request.headers[name];
            return typeof value === "string" ? [[name, value] as const] : [];
          });
          const init = { method: request.method, headers: Object.fromEntries(requested) };
          const { status, headers: told, body } = await ask(`/${file}`, init, [200, 206, 304, 404, 416]);
          if (status === 404) {
            await body?.cancel();
            return reply.callNotFound();
          }
          for (const name of TOLD) {
            const value = told.get(name);
            if (value !== null) void reply.header(name, value);
          }
          if (status === 416) {
            await body?.cancel();
            return reply.removeHeader("content-length").code(416).send();
          }
          return (
            reply
              .code(status)
              .headers(headers)
              // By its name: what copied it into the bucket may not have said.
              .type(typeOf(file))
              .send(body ?? undefined)
          );
        },
      });
    },
  };
}

/** The text of an element, "" where there is none. */
function within(xml: string, element: string): string {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? "";
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
