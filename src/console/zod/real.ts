/** Brings zod itself: imported, for its effect, by what validates with the contract's schemas. */
import { z } from "zod";
import { provideZod } from "./lazy";

// The words that the contract uses, one by one: the whole namespace would bring zod's forty languages with it.
provideZod({
  array: z.array,
  boolean: z.boolean,
  discriminatedUnion: z.discriminatedUnion,
  email: z.email,
  enum: z.enum,
  int: z.int,
  iso: { datetime: z.iso.datetime },
  literal: z.literal,
  NEVER: z.NEVER,
  null: z.null,
  number: z.number,
  object: z.object,
  partialRecord: z.partialRecord,
  record: z.record,
  string: z.string,
  tuple: z.tuple,
  union: z.union,
  unknown: z.unknown,
  url: z.url,
});
