import { useMemo } from "react";
import { useNavigate } from "react-router";
import { SPORTS } from "../../../contract/enums";
import { type Program, programs } from "../../../contract/programs";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { SPORT_KEY } from "./words";
import { useWeekdays } from "../../ui/sayDays";
import { span } from "../../../contract/time";

const rowKey = (row: Program): string => row.id;
const rowName = (row: Program): string => row.name;
const FORM = "/venue-place/program-form";

/** Sports programs: what is sold by time, when it is open, and how it is booked. */
export function ProgramList() {
  const t = useT();
  const navigate = useNavigate();
  const mayModify = useCan("sports_program_modify");
  const names = useWeekdays();
  const columns = useMemo<Column<Program>[]>(() => {
    const venues = <span className="mut">{t("prices.venueRule")}</span>;
    return [
      {
        key: "name",
        title: t("prices.programForm.name"),
        width: 140,
        fixed: true,
        grow: true,
        sort: "name",
        render: (row) => <b>{row.name}</b>,
      },
      { key: "sport", title: t("prices.sport"), width: 96, sort: "sport", render: (row) => t(SPORT_KEY[row.sport]) },
      {
        key: "slotMinutes",
        title: t("prices.slot"),
        width: 88,
        end: true,
        sort: "slotMinutes",
        render: (row) => <span className="num">{t("prices.minutes", { minutes: row.slotMinutes })}</span>,
      },
      { key: "hours", title: t("prices.hours"), width: 172, render: (row) => <Hours row={row} names={names} /> },
      {
        key: "defaultPrice",
        title: t("prices.defaultPrice"),
        width: 112,
        end: true,
        sort: "defaultPrice",
        render: (row) =>
          row.defaultPrice === null ? <span className="mut">{t("prices.byPlans")}</span> : <Money value={row.defaultPrice} />,
      },
      {
        key: "daysAhead",
        title: t("prices.daysAhead"),
        width: 104,
        end: true,
        render: (row) => (row.daysAhead === null ? venues : <span className="num">{t("prices.days", { days: row.daysAhead })}</span>),
      },
      {
        key: "holdMinutes",
        title: t("prices.holdMinutes"),
        width: 104,
        end: true,
        render: (row) =>
          row.holdMinutes === null ? venues : <span className="num">{t("prices.minutes", { minutes: row.holdMinutes })}</span>,
      },
      {
        key: "cancel",
        title: t("prices.cancelRule"),
        width: 192,
        render: (row) =>
          row.freeCancelHours === null && row.lateCancelPercent === null
            ? venues
            : t("prices.cancelText", { hours: row.freeCancelHours ?? "—", percent: row.lateCancelPercent ?? "—" }),
      },
      {
        key: "used",
        title: t("prices.usedBy"),
        width: 212,
        render: (row) => <span className="sec">{t("prices.usedText", { halls: row.halls, places: row.places, plans: row.plans })}</span>,
      },
    ];
  }, [t, names]);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: "choice",
        key: "sport",
        title: t("prices.sport"),
        many: true,
        options: SPORTS.map((sport) => ({ value: sport, label: t(SPORT_KEY[sport]) })),
      },
    ],
    [t],
  );
  return (
    <ListPage
      name="programs"
      call={programs.list}
      title={t("prices.programList")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("prices.programForm.search")}
      filters={filters}
      excel={{ call: programs.excel, code: "sports_program_export" }}
      primary={{ title: t("prices.programForm.create"), code: "sports_program_modify", run: () => void navigate(FORM) }}
      {...(mayModify ? { onOpen: (row: Program) => void navigate(`${FORM}/${row.id}`) } : {})}
      emptyHint={t("prices.programForm.emptyHint")}
    />
  );
}

/** Opening hours, said once where every day has the same. */
function Hours({ row, names }: { row: Program; names: readonly string[] }) {
  const t = useT();
  const days = row.open.map((from, day) => {
    const to = row.close[day] ?? 0;
    return to > from ? span(from, to) : t("prices.closedDay");
  });
  const all = days.map((hours, day) => `${names[day] ?? ""} ${hours}`).join("\n");
  const kinds = new Set(days);
  const [workdays, weekend] = [new Set(days.slice(0, 5)), new Set(days.slice(5))];
  const short =
    kinds.size === 1
      ? `${t("prices.everyDay")} ${days[0]}`
      : workdays.size === 1 && weekend.size === 1
        ? `${days[0]}${t("prices.comma")}${t("prices.preset.weekend")} ${days[5]}`
        : t("prices.hoursDiffer");
  return <span title={all}>{short}</span>;
}
