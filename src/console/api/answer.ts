/** Reads answers of the venue API: the envelope, and whole numbers too long for JavaScript. */
import { AnswerCode } from "../../contract/core/answer-code";
import { ApiError } from "./error";

const LONG_DIGITS = /\d{16}/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Numbers under the name of an id, or of a list of ids. A name within a text has its quotes escaped, so it is none of these. */
const NUMBER_ID = /"(?:\w+Id|id)"\s*:\s*-?\d/;
const NUMBER_IDS = /("(?:\w+Id|id)"\s*:\s*)(-?\d+)(?=\s*[,}])/g;
const ID_LISTS = /("(?:\w+Ids|ids)"\s*:\s*\[)([-\d,\s]+)(?=\])/g;

/** Ids are text: numbers of other servers are converted here, at the edge. */
const withTextIds = (text: string): string =>
  NUMBER_ID.test(text) || text.search(ID_LISTS) >= 0
    ? text
        .replace(NUMBER_IDS, (_, name: string, id: string) => `${name}"${id}"`)
        .replace(ID_LISTS, (_, name: string, ids: string) => name + ids.replace(/-?\d+/g, (id) => `"${id}"`))
    : text;

/** JSON, with ids as text, and whole numbers beyond 2^53 as well: nothing of another server is rounded (design "Contract"). */
export function parseJson(answer: string): unknown {
  const text = withTextIds(answer);
  if (!LONG_DIGITS.test(text)) return JSON.parse(text);
  const safe = text.replace(TOKENS, (token) => (/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token));
  return JSON.parse(safe);
}

/**
 * `data` of an envelope.
 * @throws ApiError when its code is not 200, with `msg` or `message`
 * @throws SyntaxError when the answer is no envelope
 */
export function unwrap(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !("code" in answer)) throw new SyntaxError("the answer is no envelope");
  const { code } = answer;
  const data = "data" in answer ? answer.data : undefined;
  if (Number(code) === AnswerCode.done) return data;
  const texts = ["msg" in answer ? answer.msg : "", "message" in answer ? answer.message : ""];
  throw new ApiError(Number(code), texts.find((text) => typeof text === "string" && text !== "")?.toString() ?? "", data);
}
