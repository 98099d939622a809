/** Effect of a failure on the session: the catalogue of errors, as a pure function. */
import { ApiError, HttpError } from "../api/error";

/**
 * - `expired`: the message contains invalid_token or is the login-expired message: ask whether to log in again.
 * - `siteData`: message "site data error": log out and reload.
 * - `refused`: any other answer whose code is not 200: the screen shows its message.
 * - `cancelled`: nobody waits for it any more.
 * - `busy`: any other HTTP error.
 */
type FailureKind = "expired" | "siteData" | "refused" | "cancelled" | "busy";

const SITE_DATA = "site data error";
const EXPIRED = /invalid_token|登录已失效|登录已过期|login has expired/i;
const SIGNED_OUT = 401;

/** Texts in which a failure may say what it is: its message, and the body of an HTTP error. */
const textsOf = (error: Error): string[] => [error.message, error instanceof HttpError ? error.body : ""];

/** Status and codes by which a server says that it does not have a call. */
const NOT_OFFERED = /status code (?:404|405|501)\b/;
const NOT_OFFERED_CODES = [404, 501];

/** The path of the call that a server does not offer, "" where it does not say which; undefined: something else failed. */
export function missingCall(error: unknown): string | undefined {
  if (error instanceof ApiError && NOT_OFFERED_CODES.includes(error.code)) return "";
  if (!(error instanceof HttpError) || !NOT_OFFERED.test(error.message)) return undefined;
  return /"path"\s*:\s*"([^"]+)"/.exec(error.body)?.[1] ?? "";
}

export function failureKind(error: unknown): FailureKind {
  if (!(error instanceof Error)) return "busy";
  if (error.name === "AbortError" || error.name === "CanceledError" || error.name === "CancelledError") return "cancelled";
  const texts = textsOf(error);
  if ((error instanceof ApiError && error.code === SIGNED_OUT) || texts.some((text) => EXPIRED.test(text))) return "expired";
  if (texts.some((text) => text.trim() === SITE_DATA || text.includes(`"${SITE_DATA}"`))) return "siteData";
  return error instanceof ApiError ? "refused" : "busy";
}
