import { Select } from "antd";
import { useRef } from "react";
import { type ClassPercent, readClassPercents, writeClassPercents } from "../../../contract/members/card-types";
import { stock } from "../../../contract/stock/stock";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { ControlProps } from "../../resource/parts";
import { Button } from "../../ui/Button";
import { NumberField } from "../../ui/form/NumberField";
import { Supply } from "../../ui/form/Supply";
import { formatDiscount } from "../../ui/format-discount";

/** Initial percent of a class that is added. */
const BEGIN = 90;

/** Percents of single classes of goods: a row each. */
export function ClassPercents({ value, onChange, id }: ControlProps) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  const from = useRead(stock.classes, {});
  const classes = from.data?.content ?? [];
  const rows = readClassPercents(Array.isArray(value) ? (value as readonly unknown[]).map(String) : []);
  const put = (next: readonly ClassPercent[]): void => onChange?.(writeClassPercents(next));
  /** The row goes with what was pressed in it: the focus moves to the button that adds another. */
  const remove = (row: ClassPercent): void => {
    root.current?.querySelector<HTMLElement>(":scope > button")?.focus();
    put(rows.filter((one) => one !== row));
  };
  const free = classes.filter(({ id: one }) => !rows.some(({ classId }) => classId === one));
  const nameOf = (classId: string): string => {
    const found = classes.find(({ id: one }) => one === classId);
    const above = classes.find(({ id: one }) => one === found?.parentId);
    return found ? (above ? `${above.name} / ${found.name}` : found.name) : classId;
  };
  const optionOf = (classId: string) => ({ value: classId, label: nameOf(classId) });
  if (from.data === undefined || (classes.length === 0 && rows.length === 0))
    return (
      <div id={id}>
        <Supply from={from} none={t("members.classPercents.thereNoClassesGoods")} />
      </div>
    );
  return (
    <div id={id} ref={root} className="class-percents" role="group" aria-label={t("members.classPercents.classesGoods")}>
      {rows.map((row) => (
        <div key={row.classId} className="row">
          <Select
            className="grow"
            aria-label={t("members.classPercents.classGoods")}
            showSearch
            optionFilterProp="label"
            value={row.classId}
            options={[row.classId, ...free.map((one) => one.id)].map(optionOf)}
            onChange={(classId: string) => put(rows.map((one) => (one === row ? { ...row, classId } : one)))}
          />
          <NumberField
            aria-label={t("members.classPercents.percentPay", { name: nameOf(row.classId) })}
            min={0}
            max={100}
            decimals={2}
            suffix="%"
            value={row.percent}
            // Emptied to type another: the percent stays until there is one.
            onChange={(percent) => percent !== null && put(rows.map((one) => (one === row ? { ...row, percent } : one)))}
          />
          <small className="mut">{Number.isFinite(row.percent) && formatDiscount(row.percent, t)}</small>
          <Button
            kind="quiet"
            icon="trash"
            aria-label={t("members.classPercents.takeOut", { name: nameOf(row.classId) })}
            onClick={() => remove(row)}
          />
        </div>
      ))}
      <Button icon="plus" spent={free[0] === undefined} onClick={() => free[0] && put([...rows, { classId: free[0].id, percent: BEGIN }])}>
        {t("members.classPercents.addClass")}
      </Button>
    </div>
  );
}
