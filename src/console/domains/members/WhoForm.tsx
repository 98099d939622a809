/** Which members are moved to another card type. */
import { Input, Select } from "antd";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t";
import { readAmount } from "../../../contract/core/typed/amount";
import { yuan } from "../../../contract/core/money";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";
import { NumberField } from "../../ui/form/NumberField";

export interface Wish {
  readonly toId?: string;
  readonly fromIds: readonly string[];
  readonly tags: readonly string[];
  readonly spentFrom: string;
  readonly spentTo: string;
  readonly absentDays: number | null;
}
const ABSENT = { min: 1, max: 3650 } as const;
const isOutside = (days: number): boolean => !(days >= ABSENT.min && days <= ABSENT.max);
export const NOBODY: Wish = { fromIds: [], tags: [], spentFrom: "", spentTo: "", absentDays: null };
/** The amount as the calls take it; undefined for an empty field. */
const amount = (text: string): string | undefined => {
  const { value } = readAmount(text);
  return value === undefined ? undefined : yuan(value);
};

/** A wish as the calls take it. */
export const selectionInput = ({ toId, fromIds, tags, spentFrom, spentTo, absentDays }: Wish) => ({
  toId: toId ?? "",
  ...(fromIds.length > 0 ? { fromIds: fromIds.join(",") } : {}),
  ...(tags.length > 0 ? { tags: tags.join(",") } : {}),
  ...(amount(spentFrom) === undefined ? {} : { spentFrom: amount(spentFrom) }),
  ...(amount(spentTo) === undefined ? {} : { spentTo: amount(spentTo) }),
  ...(absentDays === null || isOutside(absentDays) ? {} : { absentDays }),
});
/** True where an amount or the number of days can't be read. */
export const isWrong = ({ spentFrom, spentTo, absentDays }: Wish): boolean =>
  [spentFrom, spentTo].some((text) => hasProblem(readAmount(text))) || (absentDays !== null && isOutside(absentDays));

export function WhoForm({
  wish,
  options,
  onWish: set,
}: {
  readonly wish: Wish;
  readonly options: { readonly value: string; readonly label: string }[];
  readonly onWish: (change: Partial<Wish>) => void;
}) {
  const t = useT();
  return (
    <section aria-label={t("members.whoForm.who")} className="set-roles-form">
      <Labelled label={t("members.set")} need>
        <Select aria-label={t("members.set")} value={wish.toId ?? null} options={options} onChange={(toId: string) => set({ toId })} />
      </Labelled>
      <Labelled label={t("members.whoForm.cardTypeNow")}>
        <Select
          aria-label={t("members.whoForm.cardTypeNow")}
          mode="multiple"
          allowClear
          placeholder={t("list.all")}
          value={[...wish.fromIds]}
          options={options.filter(({ value }) => value !== wish.toId)}
          onChange={(fromIds: string[]) => set({ fromIds })}
        />
      </Labelled>
      <Labelled label={t("members.whoForm.spent")}>
        <Input
          aria-label={t("members.whoForm.spent")}
          prefix="¥"
          inputMode="decimal"
          value={wish.spentFrom}
          onChange={(event) => set({ spentFrom: event.target.value })}
        />
        <FieldProblem of={readAmount(wish.spentFrom)} />
      </Labelled>
      <Labelled label={t("members.whoForm.spent2")}>
        <Input
          aria-label={t("members.whoForm.spent2")}
          prefix="¥"
          inputMode="decimal"
          value={wish.spentTo}
          onChange={(event) => set({ spentTo: event.target.value })}
        />
        <FieldProblem of={readAmount(wish.spentTo)} />
      </Labelled>
      <Labelled label={t("members.whoForm.notSeenDays")}>
        <NumberField
          aria-label={t("members.whoForm.notSeenDays")}
          {...ABSENT}
          value={wish.absentDays}
          onChange={(absentDays) => set({ absentDays })}
        />
      </Labelled>
      <Labelled label={t("members.tags")}>
        <Select
          aria-label={t("members.tags")}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[",", "，", "、"]}
          value={[...wish.tags]}
          onChange={(tags: string[]) => set({ tags })}
        />
      </Labelled>
    </section>
  );
}

export function Labelled({ label, need = false, children }: { label: string; need?: boolean; children: ReactNode }) {
  return (
    <div>
      <span className="field-label" aria-hidden="true">
        {label}
        {need && " *"}
      </span>
      {children}
    </div>
  );
}
