/** Withdrawals of coaches: what the coach still has once it is paid. */
import { coaches, type withdraws } from "../../../contract/coaches/coaches";
import { fen } from "../../../contract/core/money";
import { callsOf } from "../../../contract/core/resource/calls";
import type { RowOf } from "../../../contract/core/resource/define";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { BeforeAfter, movedBy } from "../../ui/BeforeAfter";

const { view } = callsOf(coaches);

function PayingOut({ row }: { readonly row: RowOf<typeof withdraws> }) {
  const t = useT();
  const coach = useRead(view, { id: row.coach }, { enabled: can("coach_list"), staleTime: 0 }).data;
  if (!coach) return null;
  return <BeforeAfter rows={[movedBy(t("coaches.withdraw.balance", { name: coach.name }), coach.balance ?? "0.00", -fen(row.amount))]} />;
}

export const parts = partsOf<typeof withdraws>({ previews: { payOut: PayingOut } });
