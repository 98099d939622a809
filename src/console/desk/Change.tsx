import { useT } from "../i18n/useT";
import { changeOf } from "./sayPaid";

/** Behind a payment in a list: what was handed over in cash and what went back. Nothing where nothing did. */
export function Change({ payment }: { payment: Parameters<typeof changeOf>[1] }) {
  const said = changeOf(useT(), payment);
  return said === undefined ? null : <span className="sec"> · {said}</span>;
}
