/** Preview of the member's purse after the approval of an adjustment. */
import type { adjustments } from "../../../contract/adjustments/adjustments";
import { members } from "../../../contract/members/members";
import { fen } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import { useRead } from "../../api/use-read";
import { PURSE } from "../../desk/words";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { BeforeAfter, movedBy } from "../../ui/BeforeAfter";

function Approving({ row }: { readonly row: RowOf<typeof adjustments> }) {
  const t = useT();
  const member = useRead(members.view, { id: row.member }, { enabled: can("venue_user_list"), staleTime: 0 }).data;
  if (!member) return null;
  const by = row.direction === "add" ? fen(row.amount) : -fen(row.amount);
  return <BeforeAfter rows={[movedBy(`${member.name} · ${t(PURSE[row.purse])}`, member[row.purse], by)]} />;
}

export const parts = partsOf<typeof adjustments>({ previews: { approve: Approving } });
