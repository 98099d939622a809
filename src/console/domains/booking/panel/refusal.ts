/** Reads what a refusal of a booking says beyond its words. Answers of other servers may lack any of it. */
import type { SlotRun } from "../../../../contract/booking/booking";
import { type Fen, fen } from "../../../../contract/core/money";
import { ApiError } from "../../../api/error";

/** A place that somebody else took first, and what could be had instead. */
interface Taken {
  readonly placeId: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** ISO 8601; empty where it is not told. */
  readonly at: string;
  readonly offers: readonly (SlotRun & { readonly placeName: string })[];
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const runOf = (fields: Fields): { placeId: string; start: number; end: number } | undefined => {
  const { placeId, start, end } = fields;
  return typeof placeId === "string" && typeof start === "number" && typeof end === "number" ? { placeId, start, end } : undefined;
};

/** The total that a price change leads to, in fen (refusal `priceChanged`); undefined for any other refusal. */
export function newTotalOf(error: unknown): Fen | undefined {
  const total = error instanceof ApiError ? fieldsOf(error.data)["total"] : undefined;
  return typeof total === "string" ? fen(total) : undefined;
}

/** Which run was taken, by whom and when, and the nearest free ones (refusal `slotTaken`); undefined for any other refusal. */
export function occupiedRun(error: unknown): Taken | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const data = fieldsOf(error.data);
  const run = runOf(data);
  if (!run) return undefined;
  const holder = fieldsOf(data["holder"]);
  const offers = Array.isArray(data["alternatives"]) ? data["alternatives"].map(fieldsOf) : [];
  return {
    ...run,
    name: text(holder["name"]),
    at: text(holder["at"]),
    offers: offers.flatMap((entry) => {
      const offer = runOf(entry);
      return offer ? [{ ...offer, placeName: text(entry["placeName"]) }] : [];
    }),
  };
}
