/** The field of a form for pictures. The value is the address of one, or of many in order, each with its description. */
import { describedAddress, plainAddress, wordsOf } from "../../contract/core/picture-text";
import { type Item, Pictures } from "./Pictures";

interface Props {
  /** Most pictures of a field of many; one where it is left out. */
  readonly max?: number | undefined;
  readonly value?: unknown;
  readonly onChange?: (value: string | null | string[]) => void;
  readonly id?: string | undefined;
}

const addressOf = ({ url, alt }: Omit<Item, "id">): string => describedAddress(url, alt);

export function PictureField({ max, value, onChange, id }: Props) {
  const all = Array.isArray(value) ? value.map(String) : typeof value === "string" && value !== "" ? [value] : [];
  const give = (next: readonly string[]): void => onChange?.(max === undefined ? (next[0] ?? null) : [...next]);
  const items = all.map((address) => ({ id: plainAddress(address), url: plainAddress(address), alt: wordsOf(address) }));
  return (
    <Pictures
      items={items}
      max={max ?? 1}
      id={id}
      onAdd={(urls) => give([...all, ...urls])}
      onOrder={(next) => give(next.map(addressOf))}
      onEdit={(item, next) => give(items.map((each) => addressOf(each.id === item.id ? next : each)))}
      onRemove={(item) => give(items.filter((each) => each.id !== item.id).map(addressOf))}
    />
  );
}
