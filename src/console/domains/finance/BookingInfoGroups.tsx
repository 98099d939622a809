import "./booking-info.css";
import { useState } from "react";
import { useLocation } from "react-router";
import { bookingInfo, INFO_GROUPS, type InfoGroup } from "../../../contract/finance/booking-info";
import type { Input } from "../../../contract/core/call";
import { fen } from "../../../contract/core/money";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { T } from "../../i18n/keys";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { readState } from "../../ui/list/state";
import { Money } from "../../ui/Money";
import { Popover } from "../../ui/Popover";
import { SkeletonText } from "../../ui/Skeleton";
import { placeLabel } from "../../ui/format-place";
import { dayWord } from "../../ui/format-days";

/** The lines of the list's filter, added up by place, hour or weekday. */
export function BookingInfoGroups({ filterKeys }: { filterKeys: readonly string[] }) {
  const t = useT();
  const { search } = useLocation();
  return (
    <Popover
      align="end"
      className="btn btn-quiet"
      label={t("bookingInfo.groups")}
      button={
        <>
          <Icon name="chart" />
          <span className="m-hide">{t("bookingInfo.groups")}</span>
        </>
      }
    >
      {() => <Groups filters={readState(search, filterKeys).filters} />}
    </Popover>
  );
}

const nameOf = (group: InfoGroup, one: { key: string; name: string }, t: T): string =>
  group === "place"
    ? placeLabel(one.name, t)
    : group === "hour"
      ? `${one.key.padStart(2, "0")}:00`
      : t("bookingInfo.weekday", { day: dayWord(Number(one.key), t) });

function Groups({ filters }: { filters: Readonly<Record<string, string>> }) {
  const t = useT();
  const [group, setGroup] = useState<InfoGroup>("place");
  const input = { ...filters, group } as Input<typeof bookingInfo.groups>;
  const read = useRead(bookingInfo.groups, input);
  const rows = read.data?.content ?? [];
  const most = Math.max(1, ...rows.map((row) => fen(row.net)));
  return (
    <div className="info-groups">
      <div className="seg" role="group" aria-label={t("bookingInfo.groups")}>
        {INFO_GROUPS.map((each) => (
          <button key={each} type="button" aria-pressed={each === group} onClick={() => setGroup(each)}>
            {t(`bookingInfo.group.${each}`)}
          </button>
        ))}
      </div>
      {read.error && !read.data ? (
        <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <SkeletonText lines={6} label={t("ui.loading")} />
      ) : rows.length === 0 ? (
        <p className="mut">{t("list.noMatch")}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`bookingInfo.group.${group}`)}</th>
              <th scope="col">{t("bookingInfo.count")}</th>
              <th scope="col">{t("bookingInfo.hours")}</th>
              <th scope="col">{t("bookingInfo.net")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {nameOf(group, row, t)}
                  <i style={{ width: `${Math.round((Math.max(0, fen(row.net)) * 100) / most)}%` }} />
                </th>
                <td>{row.count}</td>
                <td>{row.minutes / 60}</td>
                <td>
                  <Money value={row.net} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
