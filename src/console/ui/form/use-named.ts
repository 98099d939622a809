import { booking } from "../../../contract/booking/booking";
import { members } from "../../../contract/members/members";
import { programs } from "../../../contract/prices/programs";
import { callsOf } from "../../../contract/core/resource/calls";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import type { SupplyOf } from "./Supply";
import { placeLabel } from "../format-place";

const LONG_MS = 60_000;

/** Sports programs of the venue. */
export const usePrograms = () => useRead(callsOf(programs).list, { page: 0, size: 200 }, { staleTime: LONG_MS });
/** Card types, in their order. */
export const useCardTypes = () => useRead(members.cardTypes, {}, { staleTime: LONG_MS });

/** A place as rules name it. */
interface NamedPlace {
  readonly id: string;
  readonly label: string;
  readonly hallName: string;
  readonly programId: string;
}
/** The answer that holds the places of the venue. */
export function usePlacesRead() {
  const { venue } = useSession();
  return useRead(booking.places, { venueId: venue?.venueId ?? "" }, { enabled: venue !== undefined, staleTime: LONG_MS });
}

/** Returns the choices of a field of places. */
export function usePlaceSupply(): SupplyOf {
  const t = useT();
  const from = usePlacesRead();
  return { from, none: from.data?.places.length === 0 ? t("ui.noPlaces") : undefined };
}

/** Places that are booked one by one, in the order of the grid. */
export function usePlaces(): readonly NamedPlace[] {
  const t = useT();
  const found = usePlacesRead();
  const halls = new Map((found.data?.halls ?? []).map((hall) => [hall.id, hall]));
  return (found.data?.places ?? []).map((place) => ({
    id: place.id,
    label: placeLabel(place.name, t),
    hallName: halls.get(place.hallId)?.name ?? "",
    programId: halls.get(place.hallId)?.programId ?? "",
  }));
}
