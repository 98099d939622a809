/** Refusals of the database's unique indexes. */

/** True if an error is that of a unique index or constraint of this name. */
export const isUnique = (error: unknown, constraint: string): boolean =>
  typeof error === "object" && error !== null && "constraint" in error && error.constraint === constraint;
