/** Filters of a list, as a screen declares them. Values are text, as they are in the address and the call. */
import type { Label } from "../../../contract/core/resource/label";
import type { T, TKey } from "../../i18n/keys";

/** One filter. `choice` picks one or many of its options (many travel as words with commas); `day` is a day. */
export type Filter =
  | {
      readonly kind: "choice";
      readonly key: string;
      readonly title: string;
      readonly many?: boolean;
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: "day"; readonly key: string; readonly title: string }
  | { readonly kind: "amount"; readonly key: string; readonly title: string }
  | {
      /** One of many records, found by what is typed. */
      readonly kind: "find";
      readonly key: string;
      readonly title: string;
      readonly find: (q: string) => Promise<readonly { readonly value: string; readonly label: string }[]>;
      /** The name of a record that the address names; undefined where there is none. */
      readonly nameOf: (id: string) => Promise<string | undefined>;
    };

/** A filter by some of these values, offered in their order. */
export const manyOf = (key: string, title: string, names: Readonly<Record<string, TKey | Label>>, t: T): Filter => ({
  kind: "choice",
  key,
  title,
  many: true,
  options: Object.entries(names).map(([value, name]) => ({ value, label: t(name) })),
});
/** A filter by some of these records. */
export const someOf = (key: string, title: string, records: readonly { readonly id: string; readonly name: string }[] = []): Filter => ({
  kind: "choice",
  key,
  title,
  many: true,
  options: records.map(({ id, name }) => ({ value: id, label: name })),
});

/** A view: a named set of filters. */
export interface View {
  readonly key: string;
  readonly title: string;
  readonly filters: Readonly<Record<string, string>>;
}

/** Returns the text of a filter's chip: names of the chosen options, "A, B +2" when there are many. `and` separates two. */
export function chipText(filter: Filter, value: string, and: string): string {
  if (filter.kind !== "choice") return value;
  const chosen = value.split(",");
  const names = filter.options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  return names.length > 2 ? `${names.slice(0, 2).join(and)} +${names.length - 2}` : names.join(and) || value;
}

/** The value with one option turned on or off. */
export function toggled(filter: Filter, value: string, option: string): string {
  if (filter.kind !== "choice" || !filter.many) return value === option ? "" : option;
  const chosen = value === "" ? [] : value.split(",");
  return (chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]).join(",");
}
