/** Halls and their places, as every part of booking reads them. */
import type { z } from "zod";
import type { GridPlace, Hall, booking } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { type Ctx } from "../../http/context";
import { type PlaceInfo, loadPlaces } from "../../kernel/places";

/** The halls of these places, each once. */
export function hallsOf(places: readonly PlaceInfo[]): z.infer<typeof Hall>[] {
  const halls = new Map<string, z.infer<typeof Hall>>();
  for (const place of places) {
    halls.set(place.hallId, {
      id: place.hallId,
      name: place.hallName,
      programId: place.programId,
      programName: place.programName,
      sport: place.sport as z.infer<typeof Hall>["sport"],
      slotMinutes: place.slotMinutes,
    });
  }
  return [...halls.values()];
}

/** Places as the grid names them, each with those that share a unit with it. */
export function gridPlaces(places: readonly PlaceInfo[]): z.infer<typeof GridPlace>[] {
  const byUnit = new Map<string, string[]>();
  for (const place of places) for (const unit of place.unitIds) byUnit.set(unit, [...(byUnit.get(unit) ?? []), place.id]);
  return places.map((place) => ({
    id: place.id,
    hallId: place.hallId,
    name: place.name,
    unitIds: [...place.unitIds],
    linkedIds: [...new Set(place.unitIds.flatMap((unit) => byUnit.get(unit) ?? []))].filter((id) => id !== place.id),
  }));
}

/** Halls and places on offer, with what a map of them shows. */
export async function searchPlaces(ctx: Ctx, input: Parsed<typeof booking.places>) {
  const places = await loadPlaces(ctx, { hallId: input.hallId });
  const drawn = await mappedPlaces(ctx);
  const byHall = new Map(drawn.map((row) => [row.hallId, row]));
  const byId = new Map(drawn.map((row) => [row.id, row]));
  return {
    halls: hallsOf(places).map((hall) => {
      const { maxRow = 1, maxColumn = 1, placeStart = 1, vrUrl = "" } = byHall.get(hall.id) ?? {};
      return { ...hall, maxRow, maxColumn, placeStart, vrUrl };
    }),
    places: gridPlaces(places).map((place) => {
      const { row = 1, column = 1, icon = "", usual = "" } = byId.get(place.id) ?? {};
      return { ...place, row, column, icon: icon || usual };
    }),
  };
}

const mappedPlaces = (ctx: Ctx) =>
  ctx.db
    .selectFrom("place as p")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .select(["p.id", "p.map_row as row", "p.map_column as column", "p.icon"])
    .select(["h.id as hallId", "h.max_row as maxRow", "h.max_column as maxColumn", "h.place_start as placeStart", "h.vr_url as vrUrl"])
    .select("h.place_icon as usual")
    .execute();
