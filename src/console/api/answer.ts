/** Reads answers of the venue API: the envelope, and whole numbers too long for JavaScript. */
import { AnswerCode } from "../../contract/answerCode";
import { ApiError } from "./error";

const LONG_DIGITS = /\d{16}/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON, with whole numbers beyond 2^53 read as text: an id of another server is never rounded (design "Contract"). */
export function parseJson(text: string): unknown {
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
