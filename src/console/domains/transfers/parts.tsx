/** The fields for giver and receiver find members and show the free amounts of their purses. */
import { Form, Select } from "antd";
import { useState } from "react";
import { members } from "../../../contract/members/members";
import { fen } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import type { transfers } from "../../../contract/transfers/transfers";
import { platform } from "../../../contract/platform/platform";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { PURSE } from "../../desk/words";
import { type ControlProps, partsOf } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { BeforeAfter, movedBy } from "../../ui/BeforeAfter";
import { useSettled } from "../../api/use-settled";

function Holder({ value, onChange, id, except }: ControlProps & { except: string }) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [q] = useSettled(typed, 200);
  const other: unknown = Form.useWatch(except);
  const exceptId = typeof other === "string" && other !== "" ? { exceptId: other } : {};
  const found = useRead(platform.transferUsers, { q, ...exceptId }, { enabled: opened, keepPrevious: true });
  const options = (found.data?.content ?? []).map((row) => ({
    value: row.id,
    label: `${row.name} · ${row.cardNo} · ${t("transfers.parts.principalGift", row)}`,
  }));
  return (
    <Select<string>
      {...(id === undefined ? {} : { id })}
      value={value ?? null}
      allowClear
      showSearch
      filterOption={false}
      onSearch={setTyped}
      onOpenChange={(open) => open && setOpened(true)}
      loading={found.isFetching}
      options={options}
      onChange={(next?: string) => onChange?.(next ?? null)}
    />
  );
}

/** The purses of both as the approval leaves them. */
function Approving({ row }: { readonly row: RowOf<typeof transfers> }) {
  const t = useT();
  const may = { enabled: can("venue_user_list"), staleTime: 0 };
  const giver = useRead(members.view, { id: row.giver }, may).data;
  const receiver = useRead(members.view, { id: row.receiver }, may).data;
  if (!giver || !receiver) return null;
  const by = fen(row.amount);
  const purseText = (name: string): string => `${name} · ${t(PURSE[row.purse])}`;
  return (
    <BeforeAfter
      rows={[movedBy(purseText(giver.name), giver[row.purse], -by), movedBy(purseText(receiver.name), receiver[row.purse], by)]}
    />
  );
}

export const parts = partsOf<typeof transfers>({
  previews: { approve: Approving },
  controls: {
    giver: (props) => <Holder {...props} except="receiver" />,
    receiver: (props) => <Holder {...props} except="giver" />,
  },
});
