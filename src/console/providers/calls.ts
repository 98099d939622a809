import type { Call } from "../../contract/core/call";
import type { Resource } from "../../contract/core/resource/define";
import { screens } from "../resources";

/** Calls of a resource by their habit's names, as its contract file writes them. */
type Calls = Readonly<Record<string, Call>>;

const isCalls = (value: unknown): value is Calls =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((call) => typeof call === "object" && call !== null && "path" in call);

/**
 * The calls of a resource: what its contract file exports under the resource's name. A resource without a screen of its own, such as the rows
 * of a secondary table, is any domain of the API.
 * @throws TypeError when there are no such calls
 */
export async function callsOf(resource: string): Promise<Calls> {
  const calls = screens.find((screen) => screen.resource === resource && screen.calls)?.calls;
  const module = calls ? await calls() : (await import("../../contract/all")).api;
  const found: unknown = Object.entries(module).find(([name]) => name === resource)?.[1];
  if (!isCalls(found)) throw new TypeError(`the contract has no calls of a resource ${resource}`);
  return found;
}

/** The declaration of a resource, whose fields say how it is filtered; undefined: its calls are written out. */
export async function declarationOf(resource: string): Promise<Resource | undefined> {
  const screen = screens.find((each) => each.resource === resource && each.declared !== undefined);
  const declaration = await screen?.declared?.();
  return declaration && "fields" in declaration ? declaration : undefined;
}

/** One call of a resource. @throws TypeError when it has none of that name */
export async function callOf(resource: string, name: string): Promise<Call> {
  const call = (await callsOf(resource))[name];
  if (!call) throw new TypeError(`the resource ${resource} has no call ${name}`);
  return call;
}
