import type { Language } from "./enums";

/** Values for the placeholders of a text, by name. */
export type Values = Readonly<Record<string, string | number>>;

const LONG = 10_000;
/** Long numbers as a language writes them: 25,000,000. Shorter ones stay as they are: they may be years. */
export const inLanguage = (values: Values, language: Language): Values =>
  Object.fromEntries(
    Object.entries(values).map(([mark, value]) => [
      mark,
      typeof value === "number" && Math.abs(value) >= LONG ? value.toLocaleString(language === "zh" ? "zh-CN" : "en-US") : value,
    ]),
  );

/** A text with its `{marks}` filled; a mark without a value stays empty. */
export const fill = (text: string, values: Values): string => text.replace(/\{(\w+)\}/g, (_, mark: string) => String(values[mark] ?? ""));
