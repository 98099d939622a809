/** Performs the demo's actions: as a person at the desk at a moment of the day, through the same services that the calls use. */
import type { Call, Input, Parsed } from "../../contract/core/call";
import { instant } from "../../contract/core/time";
import { setLocal } from "../db/settings";
import type { Ctx, Operator } from "../http/context";

/** Actor last passed to the audit log. */
export interface Told {
  person: string;
}

/**
 * A context at a minute of a day, by an operator; no live events, since nobody watched. The audit log takes a new row's time from the
 * row; only what changes rows (`moves`) needs to tell it the moment.
 */
export function at(
  ctx: Ctx,
  on: { day: string; minute: number; person: Operator; moves: boolean },
  told: Told,
  tick: (at: Date) => void,
): Ctx {
  const now = instant(on.day, on.minute, ctx.venue.zone);
  tick(now);
  if (on.moves || told.person !== on.person.id) {
    ctx.write(setLocal(ctx.db, { "app.person_id": on.person.id, "app.operator": on.person.name, "app.now": now.toISOString() }));
    told.person = on.person.id;
  }
  return { ...ctx, now, person: on.person, emit: () => undefined };
}

/** Parses a person's input with a call's schema: the services accept nothing less. */
export const entered = <C extends Call>(call: C, input: Input<C>): Parsed<C> => call.input.parse(input) as Parsed<C>;

/** Minute of the day at an hour. */
export const oclock = (hours: number): number => hours * 60;
/** Default operator, where nobody else is named. */
export const DESK: Operator = { id: "3", name: "陈晓" };
