import { useState } from "react";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { type Bill, type BillResult, type BillRow, reconciliation, RESULTS } from "../../../contract/reconciliation/reconciliation";
import type { TKey } from "../../i18n/keys";
import type { Label } from "../../../contract/core/resource/label";
import { clock, wall } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { useZone } from "../../ui/zone";
import { HandleDialog } from "./HandleDialog";
import { ENDS, HANDLING, NAMES, signed, WAYS } from "./words";

const SIZE = 50;

/** The time of a row on the day of its bill; of another day, that too. */
function TimeIn({ day, at }: { day: string; at: string }) {
  const seen = wall(new Date(at), useZone());
  return seen.day === day ? <time dateTime={at}>{clock(seen.minute)}</time> : <When at={at} />;
}

/** A loaded bill: how it ties with what was taken, its rows, and the end of the reconciliation. */
export function BillView({ bill, again }: { bill: Bill; again: () => void }) {
  const t = useT();
  const [result, setResult] = useState<BillResult>();
  const [page, setPage] = useState(0);
  const [handling, setHandling] = useState<BillRow>();
  const may = useCan("reconciliation_load") && bill.state === "open";
  const finish = useCall(reconciliation.finish);
  const rows = useRead(
    reconciliation.rows,
    { id: bill.id, page, size: SIZE, ...(result ? { result } : {}) },
    { keepPrevious: true, staleTime: 0 },
  );
  const total = bill.results.reduce((sum, { count }) => sum + count, 0);
  const of = (one: BillResult) => bill.results.find((each) => each.result === one);
  const line = (name: TKey, ours: string, theirs: string, note = "") => (
    <tr key={name}>
      <th scope="row">
        {t(name)} <small>{note}</small>
      </th>
      <td>{showFen(fen(ours))}</td>
      <td>{showFen(fen(theirs))}</td>
      <td>{signed(yuan(fen(theirs) - fen(ours)))}</td>
    </tr>
  );
  const step = (name: TKey | Label, amount: string, count?: number) => (
    <span key={t(name)}>
      <small>
        {t(name)} {count}
      </small>
      <b>{count === undefined ? showFen(fen(amount)) : signed(amount)}</b>
    </span>
  );
  return (
    <>
      <section className="card rec-tie">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("reconciliation.billView.yuan")}</th>
              <th scope="col">{t("reconciliation.billView.ours")}</th>
              <th scope="col">{t("reconciliation.billView.billsSums")}</th>
              <th scope="col">{t("common.difference")}</th>
            </tr>
          </thead>
          <tbody>
            {line(
              "reconciliation.billView.taken",
              bill.ours.taken,
              bill.theirs.taken,
              `${bill.ours.takenCount} : ${bill.theirs.takenCount}`,
            )}
            {line(
              "reconciliation.billView.refunds",
              bill.ours.refunded,
              bill.theirs.refunded,
              `${bill.ours.refundedCount} : ${bill.theirs.refundedCount}`,
            )}
            {line("reconciliation.billView.fees", bill.ours.fee, bill.theirs.fee)}
            {line("reconciliation.billView.net", bill.ours.net, bill.theirs.net)}
          </tbody>
        </table>
        <div className="rec-bridge">
          <h2>
            {t("reconciliation.billView.oursBill")}
            <StatusTag tone={bill.ties ? "success" : "error"}>
              {bill.ties ? t("reconciliation.billView.tiesSums") : t("reconciliation.billView.doesntTie")}
            </StatusTag>
          </h2>
          <p>
            {step("reconciliation.billView.ourNet", bill.ours.net)}
            {RESULTS.filter((one) => one !== "matched" && (of(one)?.count ?? 0) > 0).map((one) =>
              step(NAMES[one], of(one)?.difference ?? "0", of(one)?.count ?? 0),
            )}
            <i>=</i>
            {step("reconciliation.billView.billsNet", bill.theirs.net)}
          </p>
        </div>
      </section>
      <div className="row wrap">
        <div className="seg rec-seg" role="group" aria-label={t("reconciliation.billView.result")}>
          <button
            type="button"
            aria-pressed={result === undefined}
            onClick={() => {
              setResult(undefined);
              setPage(0);
            }}
          >
            {t("list.all")} {total}
          </button>
          {RESULTS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={result === one}
              onClick={() => {
                setResult(one);
                setPage(0);
              }}
            >
              {t(NAMES[one])} {of(one)?.count ?? 0}
            </button>
          ))}
        </div>
        <span className="grow" />
        <span className="mut">{t("reconciliation.billView.differenceBillOurs")}</span>
      </div>
      <div className="card rec-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("reconciliation.billView.result")}</th>
              <th scope="col">{t("common.time")}</th>
              <th scope="col">{t("reconciliation.billView.ourChannelsNumber")}</th>
              <th scope="col">{t("reconciliation.billView.what")}</th>
              <th scope="col" className="end">
                {t("reconciliation.billView.ours")}
              </th>
              <th scope="col" className="end">
                {t("reconciliation.billView.bill")}
              </th>
              <th scope="col" className="end">
                {t("common.difference")}
              </th>
              <th scope="col">{t("reconciliation.handled")}</th>
            </tr>
          </thead>
          <tbody>
            {(rows.data?.content ?? []).map((row) => (
              <tr key={row.id}>
                <td>
                  <StatusTag tone={NAMES[row.result].tone}>{t(NAMES[row.result])}</StatusTag>
                </td>
                <td>{row.at ? <TimeIn day={bill.day} at={row.at} /> : "—"}</td>
                <td className="mono rec-numbers" title={row.channelNo}>
                  {row.ourNo || "—"}
                  <small className="under">{row.channelNo || "—"}</small>
                </td>
                <td className="rec-what">
                  {t(WAYS[row.way])} {row.way === "fee" ? "" : row.matter}
                </td>
                <td className="end">{row.result === "theirs" || row.result === "fee" ? "—" : showFen(fen(row.ours))}</td>
                <td className="end">{row.result === "ours" ? "—" : showFen(fen(row.theirs))}</td>
                <td className="end">{fen(row.difference) === 0 ? <span className="zero">0.00</span> : <b>{signed(row.difference)}</b>}</td>
                <td className="rec-done">
                  {row.handling !== null ? (
                    <span>
                      <Icon name="check" /> {t(HANDLING[row.handling])}: {row.note}{" "}
                      {row.claim && `${t(ENDS[row.claim.end])}: ${row.claim.note}`}
                      {may && row.claim === null && (
                        <button type="button" className="link" onClick={() => setHandling(row)}>
                          {t("reconciliation.billView.openAgain")}
                        </button>
                      )}
                    </span>
                  ) : row.result === "matched" && fen(row.difference) !== 0 ? (
                    t("reconciliation.billView.revokedAfterPaymentBoth")
                  ) : row.result === "matched" || row.result === "fee" ? (
                    ""
                  ) : may ? (
                    <button type="button" className="link" onClick={() => setHandling(row)}>
                      {t("reconciliation.billView.handle")}
                    </button>
                  ) : (
                    t("reconciliation.billView.handle2")
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className="rec-foot">
        <span className="mut">{t("reconciliation.billView.pageRows", { page: page + 1, total: rows.data?.totalElements ?? 0 })}</span>
        <Button
          icon="chevron-left"
          aria-label={t("reconciliation.billView.pageBefore")}
          why={page === 0 ? t("list.isFirst") : undefined}
          whyInTooltip
          onClick={() => setPage(page - 1)}
        />
        <Button
          icon="chevron-right"
          aria-label={t("list.next")}
          busy={!rows.data}
          why={rows.data?.last ? t("list.isLast") : undefined}
          whyInTooltip
          onClick={() => setPage(page + 1)}
        />
        <span className="grow" />
        {finish.error && <span className="field-error">{finish.error.message}</span>}
        {may && (
          <Button
            kind="primary"
            busy={finish.pending}
            why={bill.open > 0 ? t("reconciliation.billView.handleDifferencesFirst") : undefined}
            onClick={() =>
              void finish.run({ id: bill.id }).then(
                () => {
                  notify.success(t("reconciliation.billView.finishedFeesPostedCosts"));
                  again();
                },
                () => undefined,
              )
            }
          >
            {t("reconciliation.billView.finish")}
          </Button>
        )}
      </footer>
      {handling && (
        <HandleDialog
          row={handling}
          onClose={() => setHandling(undefined)}
          onDone={() => {
            setHandling(undefined);
            void rows.refetch();
            again();
          }}
        />
      )}
    </>
  );
}
