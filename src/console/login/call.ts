/** Calls of the login page, which has no session and no contract yet. */
import { ApiError } from "../api/error";
import { HttpError, readData, send } from "../api/send";
import { language, words } from "./words";

/**
 * Asks the API and gives `data` of its envelope.
 * @throws as `send`
 */
export async function ask<T>(path: string, body?: object): Promise<T> {
  const headers = { "Accept-Language": language() };
  const wire = body
    ? { method: "POST" as const, url: path, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : { method: "GET" as const, url: path, headers };
  return (await send(wire, readData)) as T;
}

/** What a failure is to the person: the refusal's own words, a service that is busy, or no connection. */
export function said(error: unknown): string {
  if (error instanceof ApiError) return error.message || words().unknown;
  return error instanceof HttpError ? words().busy : words().offline;
}
