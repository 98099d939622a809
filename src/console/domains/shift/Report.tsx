import { Fragment, useEffect, useState, type ReactNode } from "react";
import { currencyOf } from "../../ui/Money";
import { createPortal } from "react-dom";
import { STREAMS } from "../../../contract/finance/day-reports";
import { fen, showFen } from "../../../contract/core/money";
import type { ShiftDetail, ShiftReport } from "../../../contract/shift/shift";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { Icon } from "../../ui/Icon";
import { printedInstant } from "../../ui/format-time";
import { StatusTag } from "../../ui/StatusTag";
import { useZone } from "../../ui/zone";
import { operationLabel, TENDERS } from "./words";

const sign = (amount: number): string => (amount > 0 ? `+${showFen(amount)}` : showFen(amount));

/** Expected, counted and the difference of each tender. */
export function Differences({ of }: { of: ShiftReport }) {
  const t = useT();
  const used = of.tenders.filter((one) => fen(one.expected) !== 0 || fen(one.counted ?? "0") !== 0 || one.tender === "cash");
  const sum = (pick: (one: ShiftReport["tenders"][number]) => string | null): number =>
    used.reduce((total, one) => total + fen(pick(one) ?? "0"), 0);
  const off = sum((one) => one.difference);
  return (
    <>
      <div className="card shift-tiles">
        <div>
          <small>{t("shift.report.expected")}</small>
          <b>¥{showFen(sum((one) => one.expected))}</b>
        </div>
        <div>
          <small>{t("shift.report.counted")}</small>
          <b>¥{showFen(sum((one) => one.counted))}</b>
        </div>
        <div>
          <small>{t("shift.report.overShort")}</small>
          <b className={off < 0 ? "short" : undefined}>
            {off > 0 && "+"}
            {currencyOf(off)}
            {showFen(Math.abs(off))}
          </b>
        </div>
      </div>
      <div className="card shift-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("shift.report.tender")}</th>
              <th scope="col" className="end">
                {t("shift.report.expected")}
              </th>
              <th scope="col" className="end">
                {t("shift.report.counted")}
              </th>
              <th scope="col" className="end">
                {t("common.difference")}
              </th>
              <th scope="col">{t("shift.report.result")}</th>
            </tr>
          </thead>
          <tbody>
            {used.map((one) => {
              const difference = fen(one.difference ?? "0");
              return (
                <tr key={one.tender}>
                  <td>
                    <Icon name={TENDERS[one.tender].icon} /> {t(TENDERS[one.tender])}
                  </td>
                  <td className="end">{showFen(fen(one.expected))}</td>
                  <td className="end">
                    <b>{one.counted === null ? "—" : showFen(fen(one.counted))}</b>
                  </td>
                  <td className={difference < 0 ? "end short" : "end"}>{one.difference === null ? "—" : sign(difference)}</td>
                  <td>
                    {one.difference !== null && (
                      <StatusTag tone={difference === 0 ? "success" : difference < 0 ? "error" : "warning"}>
                        {difference === 0 ? t("shift.report.matches") : difference < 0 ? t("shift.report.short") : t("shift.report.over")}
                      </StatusTag>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** An X or Z report as it is printed. */
export function Paper({ of, report }: { of: ShiftDetail; report: ShiftReport }) {
  const t = useT();
  const zone = useZone();
  const { venue } = useSession();
  const isZ = of.state === "closed";
  const time = (at: string): string => printedInstant(new Date(at), zone);
  const used = report.tenders.filter((one) => fen(one.expected) !== 0 || one.count > 0 || fen(one.counted ?? "0") !== 0);
  const row = (key: string, name: ReactNode, count: number | string, amount: string, strong = false) => (
    <div key={key} className={strong ? "shift-row strong" : "shift-row"}>
      <dt>{name}</dt>
      <dd>{count}</dd>
      <dd>{amount}</dd>
    </div>
  );
  const cash = report.tenders.find(({ tender }) => tender === "cash");
  const payments = report.streams.reduce((sum, { count }) => sum + count, 0);
  const refunds = (key: string, amount: string) =>
    fen(amount) > 0 && row(key, <small>{t("shift.report.refunds")}</small>, "", showFen(-fen(amount)));
  return (
    <article className="shift-paper">
      <h3>{isZ ? t("shift.report.zReport") : t("shift.report.xReport")}</h3>
      <p>
        {venue?.name}
        <br />
        {of.no} {of.operator}
        <br />
        {time(of.openedAt)} – {of.closedAt ? time(of.closedAt) : t("shift.report.notClosed")}
      </p>
      <h4>{t("shift.report.takenTender")}</h4>
      <dl>
        {used.map((one) => (
          <Fragment key={one.tender}>
            {row(one.tender, t(TENDERS[one.tender]), one.count, showFen(fen(one.taken)))}
            {refunds(`${one.tender}-back`, one.refunded)}
            {fen(one.moved) !== 0 && row(`${one.tender}-moved`, <small>{t("shift.report.moved")}</small>, "", sign(fen(one.moved)))}
            {(fen(one.refunded) > 0 || fen(one.moved) !== 0) &&
              row(`${one.tender}-expected`, <small>{t("shift.report.expected")}</small>, "", showFen(fen(one.expected)))}
          </Fragment>
        ))}
        {row("taken", t("shift.report.takenAll"), "", showFen(fen(report.taken)), true)}
        {fen(report.refunded) > 0 && row("back", t("shift.report.refundsAll"), "", showFen(-fen(report.refunded)))}
        {row("net", t("shift.report.net"), "", showFen(fen(report.net)), true)}
      </dl>
      <h4>{t("shift.report.takenBusiness")}</h4>
      <dl>
        {report.streams.map((one) => (
          <Fragment key={one.stream}>
            {row(one.stream, t(STREAMS[one.stream]), one.count, showFen(fen(one.taken)))}
            {refunds(`${one.stream}-back`, one.refunded)}
          </Fragment>
        ))}
        {row("streams", t("shift.report.net"), payments, showFen(fen(report.net)), true)}
      </dl>
      {cash && (
        <>
          <h4>{t("shift.report.cash")}</h4>
          <dl>
            {of.moves.map((one) => row(one.id, t(operationLabel(one.kind)), "", showFen(fen(one.amount))))}
            {row("cash-in", t("shift.report.cashTaken"), "", showFen(fen(cash.taken)))}
            {fen(cash.refunded) > 0 && row("cash-out", t("shift.report.cashRefunded"), "", showFen(-fen(cash.refunded)))}
            {row("expected", t("shift.report.expected"), "", showFen(fen(cash.expected)), true)}
            {cash.counted !== null && row("counted", t("shift.report.counted"), "", showFen(fen(cash.counted)))}
            {cash.difference !== null &&
              row("off", fen(cash.difference) < 0 ? t("shift.report.short") : t("shift.report.over"), "", sign(fen(cash.difference)), true)}
          </dl>
        </>
      )}
      {isZ && (
        <dl>
          {row("from", t("shift.report.handedOver"), "", of.operator)}
          {row("to", t("shift.report.received"), "", of.receivedBy)}
          {of.note !== "" && row("note", t("shift.report.note"), "", of.note)}
        </dl>
      )}
      <p className="shift-sign">{t("shift.report.signature")} ____________</p>
    </article>
  );
}

/** Prints a report: drawn beside the page, seen only by the printer. */
export function PrintReport({ of, report, onClose }: { of: ShiftDetail; report: ShiftReport; onClose: () => void }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    window.addEventListener("afterprint", onClose, { once: true });
    const timer = setTimeout(() => {
      setReady(true);
      window.print();
    }, 50);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", onClose);
    };
  }, [onClose]);
  return createPortal(
    <div className="receipt-print" data-ready={ready}>
      <style>{"@page { size: 80mm auto; margin: 0 3mm; }"}</style>
      <Paper of={of} report={report} />
    </div>,
    document.body,
  );
}
