/** How the demo acts: as a person at the desk at a moment of the day, through the same services that the calls use. */
import { sql } from "kysely";
import type { Call, Input, Output } from "../../contract/call";
import { instant } from "../../contract/time";
import type { Ctx, Operator } from "../http/context";
import type { Route } from "../http/serve";

/** A context at a minute of a day, by an operator; no live events, since nobody watched. */
export async function at(ctx: Ctx, day: string, minute: number, person: Operator, tick: (at: Date) => void): Promise<Ctx> {
  const now = instant(day, minute, ctx.venue.zone);
  tick(now);
  await sql`SELECT set_config('app.person_id', ${person.id}, true), set_config('app.operator', ${person.name}, true), set_config('app.now', ${now.toISOString()}, true)`.execute(
    ctx.db,
  );
  return { ...ctx, now, person, emit: () => undefined };
}

/** Makes a call as a person: the contract's schema reads the input, the route's service does the work. */
export async function act<C extends Call>(routes: readonly Route[], ctx: Ctx, call: C, input: Input<C>): Promise<Output<C>> {
  const route = routes.find((one) => one.call === call);
  if (!route || route.in !== "venue") throw new Error(`no service for ${call.path}`);
  return (await route.service(ctx, call.input.parse(input) as never)) as Output<C>;
}
