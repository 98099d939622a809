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
          <small>{t({ zh: "应有", en: "Expected" })}</small>
          <b>¥{showFen(sum((one) => one.expected))}</b>
        </div>
        <div>
          <small>{t({ zh: "实点", en: "Counted" })}</small>
          <b>¥{showFen(sum((one) => one.counted))}</b>
        </div>
        <div>
          <small>{t({ zh: "长短款", en: "Over or short" })}</small>
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
              <th scope="col">{t({ zh: "方式", en: "Tender" })}</th>
              <th scope="col" className="end">
                {t({ zh: "应有", en: "Expected" })}
              </th>
              <th scope="col" className="end">
                {t({ zh: "实点", en: "Counted" })}
              </th>
              <th scope="col" className="end">
                {t({ zh: "差异", en: "Difference" })}
              </th>
              <th scope="col">{t({ zh: "结果", en: "Result" })}</th>
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
                        {difference === 0
                          ? t({ zh: "相符", en: "Matches" })
                          : difference < 0
                            ? t({ zh: "短款", en: "Short" })
                            : t({ zh: "长款", en: "Over" })}
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
    fen(amount) > 0 && row(key, <small>{t({ zh: "退款", en: "Refunds" })}</small>, "", showFen(-fen(amount)));
  return (
    <article className="shift-paper">
      <h3>{isZ ? t({ zh: "Z 报告", en: "Z report" }) : t({ zh: "X 报告", en: "X report" })}</h3>
      <p>
        {venue?.name}
        <br />
        {of.no} {of.operator}
        <br />
        {time(of.openedAt)} – {of.closedAt ? time(of.closedAt) : t({ zh: "未交班", en: "not closed" })}
      </p>
      <h4>{t({ zh: "收款，按方式", en: "Taken, by tender" })}</h4>
      <dl>
        {used.map((one) => (
          <Fragment key={one.tender}>
            {row(one.tender, t(TENDERS[one.tender]), one.count, showFen(fen(one.taken)))}
            {refunds(`${one.tender}-back`, one.refunded)}
            {fen(one.moved) !== 0 && row(`${one.tender}-moved`, <small>{t({ zh: "存取", en: "Moved" })}</small>, "", sign(fen(one.moved)))}
            {(fen(one.refunded) > 0 || fen(one.moved) !== 0) &&
              row(`${one.tender}-expected`, <small>{t({ zh: "应有", en: "Expected" })}</small>, "", showFen(fen(one.expected)))}
          </Fragment>
        ))}
        {row("taken", t({ zh: "收款合计", en: "Taken in all" }), "", showFen(fen(report.taken)), true)}
        {fen(report.refunded) > 0 && row("back", t({ zh: "退款合计", en: "Refunds in all" }), "", showFen(-fen(report.refunded)))}
        {row("net", t({ zh: "净收", en: "Net" }), "", showFen(fen(report.net)), true)}
      </dl>
      <h4>{t({ zh: "收款，按业务", en: "Taken, by business" })}</h4>
      <dl>
        {report.streams.map((one) => (
          <Fragment key={one.stream}>
            {row(one.stream, t(STREAMS[one.stream]), one.count, showFen(fen(one.taken)))}
            {refunds(`${one.stream}-back`, one.refunded)}
          </Fragment>
        ))}
        {row("streams", t({ zh: "净收", en: "Net" }), payments, showFen(fen(report.net)), true)}
      </dl>
      {cash && (
        <>
          <h4>{t({ zh: "现金", en: "Cash" })}</h4>
          <dl>
            {of.moves.map((one) => row(one.id, t(operationLabel(one.kind)), "", showFen(fen(one.amount))))}
            {row("cash-in", t({ zh: "现金收款", en: "Cash taken" }), "", showFen(fen(cash.taken)))}
            {fen(cash.refunded) > 0 && row("cash-out", t({ zh: "现金退款", en: "Cash refunded" }), "", showFen(-fen(cash.refunded)))}
            {row("expected", t({ zh: "应有", en: "Expected" }), "", showFen(fen(cash.expected)), true)}
            {cash.counted !== null && row("counted", t({ zh: "实点", en: "Counted" }), "", showFen(fen(cash.counted)))}
            {cash.difference !== null &&
              row(
                "off",
                fen(cash.difference) < 0 ? t({ zh: "短款", en: "Short" }) : t({ zh: "长款", en: "Over" }),
                "",
                sign(fen(cash.difference)),
                true,
              )}
          </dl>
        </>
      )}
      {isZ && (
        <dl>
          {row("from", t({ zh: "交班人", en: "Handed over by" }), "", of.operator)}
          {row("to", t({ zh: "接班人", en: "Received by" }), "", of.receivedBy)}
          {of.note !== "" && row("note", t({ zh: "说明", en: "Note" }), "", of.note)}
        </dl>
      )}
      <p className="shift-sign">{t({ zh: "签字", en: "Signature" })} ____________</p>
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
