/** Reads kept JSON; what is broken or of another shape counts as not kept. */
export function parseStored<T>(text: string | null, fits: (value: unknown) => value is T): T | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
