/** What fills the marks of a text, by their names. */
export type Values = Readonly<Record<string, string | number>>;

/** A text with its `{marks}` filled; a mark without a value stays empty. */
export const fill = (text: string, values: Values): string => text.replace(/\{(\w+)\}/g, (_, mark: string) => String(values[mark] ?? ""));
