/** Whole numbers that may travel as text, as they do in queries and form bodies. */
import { z } from "#zod";

/**
 * A whole number from `min` to `max`, as a number or as digits. Nothing else counts as a number: neither empty text nor null is 0.
 */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,15}$/, { error: (issue) => (issue.input === "" ? "required" : "whole") })
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max));
