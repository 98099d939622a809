/** A value as text where it is text or a number; anything else is nothing. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
