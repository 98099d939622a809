/** Courts for a game before they are taken: each court on each day, and its conflicts. */
import { type gameCourtDesk, type CourtPlan, MOST_COURTS } from "../../../contract/gameCourts/game-courts";
import type { Parsed } from "../../../contract/core/call";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type GroundState, surveyGround, type Wanted } from "../../kernel/occupancy/survey";
import { holidaysOf } from "../../kernel/holidays";
import { loadPlaces } from "../../kernel/places";
import { word } from "./words";

type Asked = Pick<Parsed<typeof gameCourtDesk.plan>, "placeIds" | "days" | "start" | "end" | "skip">;

/** A court on a day, wanted for a game. */
export interface Planned extends Wanted, GroundState {
  readonly holiday: string | null;
  readonly skipped: boolean;
}

/**
 * Every place on every day in the order of the calendar, looked at and not taken. Days on which the venue is closed are closed.
 * @throws AppError `missing` where a place is not booked court by court, `gameTooMany`
 */
export async function planCourts(ctx: Ctx, asked: Asked): Promise<Planned[]> {
  const ids = [...new Set(asked.placeIds)];
  const days = [...new Set(asked.days)].sort();
  if (ids.length * days.length > MOST_COURTS) throw new AppError("gameTooMany", { max: MOST_COURTS });
  const places = await loadPlaces(ctx, { ids });
  if (places.length < ids.length) throw new AppError("missing", { what: word("place", ctx.language) });
  const { start, end } = asked;
  const stretches = days.map((day) => ({ day, start, end }));
  const [special, ground] = await Promise.all([holidaysOf(ctx, days), surveyGround(ctx, places, stretches)]);
  const skipped = new Set(asked.skip.map(({ day, placeId }) => `${day} ${placeId}`));
  return stretches.flatMap((at) =>
    places.map((place): Planned => {
      const { name = null, kind } = special.get(at.day) ?? {};
      const state: GroundState = kind === "closed" || start >= end ? { problem: "closed", holder: null } : ground(place, at);
      return { ...at, ...state, place, holiday: name, skipped: skipped.has(`${at.day} ${place.id}`) };
    }),
  );
}

/** As `planCourts`, as the wire carries it. */
export async function plan(ctx: Ctx, input: Parsed<typeof gameCourtDesk.plan>): Promise<CourtPlan> {
  const planned = await planCourts(ctx, input);
  const bookable = planned.filter((one) => !one.skipped);
  const conflicts = bookable.filter((one) => one.problem !== null).length;
  return {
    courtDays: planned.map(({ day, place, holiday, skipped, problem, holder }) => ({
      day,
      placeId: place.id,
      placeName: place.name,
      holiday,
      skipped,
      problem,
      holder: holder && { ...holder, at: holder.at.toISOString() },
    })),
    count: bookable.length - conflicts,
    conflicts,
  };
}
