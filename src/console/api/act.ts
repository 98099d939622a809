import type { Call, Input, Output } from "../../contract/core/call";
import { session } from "../session/store";
import { invoke } from "./invoke";
import { newKey } from "./idempotency-key";

interface Action {
  readonly key: string;
  running: Promise<unknown> | undefined;
}

/** Actions that have not succeeded yet, by venue, path and input. */
const actions = new Map<string, Action>();
/** Failed actions are stored for a second try, at most this many; the oldest go first. */
const MOST = 100;

/**
 * Makes a call that a person's action asks for, under one idempotency key for the action: it stays while the same input is tried again, so
 * that a retry can't act twice, and is renewed after success. A second click while it runs gets the same promise. Buttons, forms and
 * Refine's mutation hooks all come through here.
 * @param kept the action's key, where something that outlives the page keeps it
 * @throws ApiError a refusal
 */
export function act<C extends Call>(call: C, input: Input<C>, kept?: string): Promise<Output<C>> {
  const id = JSON.stringify([session().venueId, call.path, input ?? {}, kept]);
  const action = actions.get(id) ?? { key: kept ?? newKey(), running: undefined };
  if (action.running) return action.running as Promise<Output<C>>;
  const promise = invoke(call, input, { key: action.key })
    .then((output) => {
      actions.delete(id);
      return output;
    })
    .finally(() => {
      action.running = undefined;
    });
  action.running = promise;
  actions.set(id, action);
  if (actions.size > MOST) {
    const [oldest] = [...actions].find(([, { running }]) => running === undefined) ?? [];
    if (oldest !== undefined) actions.delete(oldest);
  }
  return promise;
}
