import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { blanks, type Hours, type Sheet } from "./sheet";

/** Shows the handling of half hours on sale without a price in the plan: the program's default applies, or a booking there is refused. */
export function Blanks({ sheet, hours, defaultPrice }: { sheet: Sheet; hours: Hours; defaultPrice: string | null }) {
  const t = useT();
  const count = blanks(sheet, hours);
  if (count === 0) return null;
  return (
    <p className={defaultPrice === null ? "notice pm-blanks" : "sec pm-blanks"} role="status">
      {defaultPrice === null && <Icon name="warning" />}
      {defaultPrice === null ? t("prices.blankRefused", { count }) : t("prices.blankDefault", { count, price: showFen(fen(defaultPrice)) })}
    </p>
  );
}
