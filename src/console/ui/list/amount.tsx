/** The columns of lists of money. */
import { Money } from "../Money";
import type { Column } from "./columns";

type With<K extends string> = Readonly<Record<K, string | null>>;

/** The column of an amount that rows and their sums call alike. @param more how it differs from others */
export const amountColumn = <K extends string>(
  key: K,
  title: string,
  more: Partial<Omit<Column<With<K>, With<K>>, "key" | "title">> = {},
): Column<With<K>, With<K>> => ({
  key,
  title,
  width: 96,
  end: true,
  render: (row) => <Money value={row[key]} />,
  sum: (sums) => <Money value={sums[key]} />,
  ...more,
});
