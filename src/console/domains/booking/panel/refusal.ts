/** Reads what a refusal of a booking says beyond its words. Answers of other servers may lack any of it. */
import { ApiError } from "../../../api/error";
import type { Offer } from "../grid/model";

/** A place that somebody else took first. */
export interface Taken {
  readonly placeId: string;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** As the server says it ("14:02"); may be empty. */
  readonly at: string;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const runOf = (fields: Fields): { placeId: string; start: number; end: number } | undefined => {
  const { placeId, start, end } = fields;
  return typeof placeId === "string" && typeof start === "number" && typeof end === "number" ? { placeId, start, end } : undefined;
};

/** Free stretches that the server offers instead. */
export function offersOf(error: unknown): Offer[] {
  if (!(error instanceof ApiError)) return [];
  const data = fieldsOf(error.data);
  return listOf(data["alternatives"] ?? data["offers"]).flatMap((entry) => {
    const run = runOf(entry);
    return run ? [{ ...run, placeName: text(entry["placeName"]) || text(entry["place"]) }] : [];
  });
}

/** Who took which places, and when. */
export function takenOf(error: unknown): Taken[] {
  if (!(error instanceof ApiError)) return [];
  const data = fieldsOf(error.data);
  const entries = Array.isArray(data["taken"]) ? listOf(data["taken"]) : [data];
  return entries.flatMap((entry) => {
    const run = runOf(entry);
    return run ? [{ ...run, name: text(entry["name"]), at: text(entry["at"]) }] : [];
  });
}
