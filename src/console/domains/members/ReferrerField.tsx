import { useSelect } from "@refinedev/antd";
import type { HttpError } from "@refinedev/core";
import { Select } from "antd";
import { useState } from "react";
import type { Member } from "../../../contract/members/members";
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

/** Finds the member who brought this one, by name, phone or card number, by Refine's `useSelect`. */
export function ReferrerField({ named, exceptId, value, onChange, id }: Props) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { query, selectProps } = useSelect<Member, HttpError>({
    resource: "members",
    pagination: { pageSize: 20, mode: "server" },
    onSearch: (q) => (q === "" ? [] : [{ field: "q", operator: "eq", value: q }]),
    debounce: 200,
    errorNotification: false,
    queryOptions: { enabled: opened },
  });
  const rows = (query.data?.data ?? []).filter((row) => row.id !== exceptId && row.state !== "closed");
  const known = named && named.id === value && !rows.some((row) => row.id === value) ? [named] : [];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value ?? null}
      placeholder={t("members.referrerNone")}
      allowClear
      showSearch
      filterOption={false}
      onSearch={(text) => selectProps.onSearch?.(text)}
      onOpenChange={(open) => open && setOpened(true)}
      loading={query.isFetching}
      options={[...known, ...rows].map(({ id: one, name, cardNo }) => ({ value: one, label: `${name} · ${cardNo}` }))}
      onChange={(next?: string | null) => onChange?.(next ?? null)}
    />
  );
}
