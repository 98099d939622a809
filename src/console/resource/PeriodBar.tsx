import { Select } from "antd";
import dayjs from "dayjs";
import { useMemo } from "react";
import type { Report } from "../../contract/core/resource/report";
import { useT } from "../i18n/use-t";
import { type ScreenCommand, useScreenCommands } from "../palette/use-screen-commands";
import { CommandButton } from "../ui/CommandButton";
import { PERIODS, type PeriodName, shifted } from "./periods";
import { DatePicker } from "../ui/DatePicker";

/** Chooses the period of a report: a named one, one of its own, or the next. */
export function PeriodBar({
  report,
  from,
  to,
  today,
  onChange,
}: {
  report: Report;
  from: string;
  to: string;
  today: string;
  onChange: (change: Readonly<Record<string, string>>) => void;
}) {
  const t = useT();
  const move = (steps: number): void => onChange({ ...shifted({ from, to }, steps) });
  const named = (Object.keys(PERIODS) as PeriodName[]).find((name) => {
    const period = PERIODS[name].of(today);
    return period.from === from && period.to === to;
  });
  useScreenCommands([
    { id: "period", title: t("resource.periodBar.period") },
    ...(Object.keys(PERIODS) as PeriodName[])
      .filter((name) => name !== named)
      .map((name): ScreenCommand => ({
        id: name,
        parent: "period",
        icon: "calendar",
        title: t(PERIODS[name]),
        run: () => onChange({ ...PERIODS[name].of(today) }),
      })),
  ]);
  // As in `DayField`.
  const range = useMemo<[dayjs.Dayjs, dayjs.Dayjs]>(() => [dayjs(from), dayjs(to)], [from, to]);
  return (
    <>
      <CommandButton icon="chevron-left" aria-label={t("resource.periodBar.periodBefore")} onClick={() => move(-1)} />
      <Select
        aria-label={t("resource.periodBar.period")}
        value={named ?? "own"}
        style={{ minWidth: 112 }}
        onChange={(next: PeriodName | "own") => next !== "own" && onChange({ ...PERIODS[next].of(today) })}
        options={[
          ...(Object.keys(PERIODS) as PeriodName[]).map((value) => ({ value, label: t(PERIODS[value]) })),
          ...(named === undefined ? [{ value: "own" as const, label: t("resource.periodBar.ownPeriod") }] : []),
        ]}
      />
      <DatePicker.RangePicker
        allowClear={false}
        aria-label={t(report.title)}
        value={range}
        onChange={(chosen) => {
          const [start, end] = chosen ?? [];
          if (start && end) onChange({ from: start.format("YYYY-MM-DD"), to: end.format("YYYY-MM-DD") });
        }}
      />
      <CommandButton icon="chevron-right" aria-label={t("resource.periodBar.periodAfter")} onClick={() => move(1)} />
    </>
  );
}
