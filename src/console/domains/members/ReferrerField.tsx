import { Select } from "antd";
import { useState } from "react";
import { type Member, members } from "../../../contract/members/members";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { useT } from "../../i18n/use-t";

interface Props {
  /** Current referrer. */
  readonly named: Member["referrer"];
  /** The member who is changed: not their own referrer. */
  readonly exceptId: string | undefined;
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
  readonly id?: string;
}

/** Finds the member who brought this one, by name, phone or card number. */
export function ReferrerField({ named, exceptId, value, onChange, id }: Props) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [q] = useSettled(typed, 200);
  const found = useRead(members.list, { q, page: 0, size: 20 }, { enabled: opened, keepPrevious: true });
  const rows = (found.data?.content ?? []).filter((row) => row.id !== exceptId && row.state !== "closed");
  const known = named && named.id === value && !rows.some((row) => row.id === value) ? [named] : [];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value ?? null}
      placeholder={t("members.referrerNone")}
      allowClear
      showSearch
      filterOption={false}
      onSearch={setTyped}
      onOpenChange={(open) => open && setOpened(true)}
      loading={found.isFetching}
      options={[...known, ...rows].map(({ id: one, name, cardNo }) => ({ value: one, label: `${name} · ${cardNo}` }))}
      onChange={(next?: string | null) => onChange?.(next ?? null)}
    />
  );
}
