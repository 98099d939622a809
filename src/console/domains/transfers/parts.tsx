/** Who gives and who receives is found with what their purses have free. */
import { Form, Select } from "antd";
import { useState } from "react";
import { platform } from "../../../contract/platform";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import type { ControlProps, Parts } from "../../resource/parts";
import { useSettled } from "../../api/useSettled";

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
    label: `${row.name} · ${row.cardNo} · ${t({ zh: "本金 {principal}，赠送 {gift}", en: "principal {principal}, gift {gift}" }, row)}`,
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

export const parts: Parts = {
  controls: {
    giver: (props) => <Holder {...props} except="receiver" />,
    receiver: (props) => <Holder {...props} except="giver" />,
  },
};
