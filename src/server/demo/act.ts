/** How the demo acts: as a person at the desk at a moment of the day, through the same services that the calls use. */
import { sql } from "kysely";
import type { Call, Input, Parsed } from "../../contract/call";
import { instant } from "../../contract/time";
import type { Ctx, Operator } from "../http/context";

/** A context at a minute of a day, by an operator; no live events, since nobody watched. */
export async function at(ctx: Ctx, day: string, minute: number, person: Operator, tick: (at: Date) => void): Promise<Ctx> {
  const now = instant(day, minute, ctx.venue.zone);
  tick(now);
  await sql`SELECT set_config('app.person_id', ${person.id}, true), set_config('app.operator', ${person.name}, true), set_config('app.now', ${now.toISOString()}, true)`.execute(
    ctx.db,
  );
  return { ...ctx, now, person, emit: () => undefined };
}

/** What a call's schema makes of what a person entered: the services trust nothing less. */
export const entered = <C extends Call>(call: C, input: Input<C>): Parsed<C> => call.input.parse(input) as Parsed<C>;
