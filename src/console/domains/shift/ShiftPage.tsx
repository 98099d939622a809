import "../../desk/receipt.css";
import "./shift.css";
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { fen, showFen } from "../../../contract/core/money";
import { type ShiftDetail, shifts } from "../../../contract/shift/shift";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { Differences, Paper, PrintReport } from "./Report";
import { operationLabel } from "./words";
import { Closing } from "./Closing";
import { Counting } from "./Counting";
import { AtTill } from "./AtTill";
import { DrawerRequests } from "./DrawerRequests";
import { OpenForm } from "./OpenForm";
import { ReverseMove } from "./ReverseMove";
import { Running } from "./Running";

/** The shift of whoever works here: open it, move cash, count it blind, see the difference, hand it over; earlier ones with their Z. */
export function ShiftPage() {
  const t = useT();
  const read = useRead(shifts.current, {}, { staleTime: 0 });
  const past = useRead(shifts.list, { page: 0, size: 12 }, { staleTime: 0 });
  const [address, setAddress] = useSearchParams();
  const chosen = address.get("shift") ?? undefined;
  const setChosen = (id: string | undefined): void => setAddress(id === undefined ? {} : { shift: id }, { replace: true });
  const [printing, setPrinting] = useState<ShiftDetail>();
  const [reversing, setReversing] = useState<ShiftDetail["moves"][number]>();
  const looked = useRead(shifts.view, { id: chosen ?? "" }, { enabled: chosen !== undefined, staleTime: 0 });
  const again = (): void => {
    void read.refetch();
    void past.refetch();
    if (chosen !== undefined) void looked.refetch();
  };
  const endPrint = useCallback(() => setPrinting(undefined), []);
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const { open, counting, atTill } = read.data;
  const hand = counting ?? open;
  const shiftShown = chosen === undefined ? hand : (looked.data ?? null);
  return (
    <div className="shift">
      <div className="shift-main">
        <header className="page-head shift-head">
          <h1>{t("shift.shiftPage.shift")}</h1>
          {shiftShown && <State of={shiftShown} />}
          {shiftShown && (
            <span className="mut">
              {shiftShown.no} · {shiftShown.operator} · <When at={shiftShown.openedAt} /> {t("shift.shiftPage.opened")}
            </span>
          )}
          <span className="grow" />
          {chosen !== undefined && (
            <Button onClick={() => setChosen(undefined)}>{hand ? t("shift.shiftPage.shiftHand") : t("shift.shiftPage.openShift")}</Button>
          )}
        </header>
        {shiftShown === null ? (
          chosen === undefined ? (
            <>
              {atTill && <AtTill of={atTill} onDone={again} />}
              <OpenForm onDone={again} asked={atTill === null || atTill.joined} />
            </>
          ) : looked.error ? (
            <ErrorState what={looked.error.message} onRetry={() => void looked.refetch()} retrying={looked.isFetching} />
          ) : (
            <SkeletonText lines={6} label={t("ui.loading")} />
          )
        ) : shiftShown.state === "counting" && shiftShown.submittedAt === null && shiftShown.mine ? (
          <Counting onDone={again} next={open !== null} />
        ) : shiftShown.state === "counting" ? (
          <Closing of={shiftShown} onDone={again} onClosed={setChosen} />
        ) : shiftShown.state === "closed" ? (
          shiftShown.report && <Differences of={shiftShown.report} />
        ) : (
          <Running of={shiftShown} onDone={again} onPrint={() => setPrinting(shiftShown)} />
        )}
      </div>
      <aside className="shift-side" aria-label={t("shift.shiftPage.logShifts")}>
        {shiftShown?.state === "closed" && shiftShown.report && (
          <section className="shift-z">
            <Paper of={shiftShown} report={shiftShown.report} />
            <Button kind="primary" size="lg" icon="print" block onClick={() => setPrinting(shiftShown)}>
              {t("shift.shiftPage.printZReport")}
            </Button>
          </section>
        )}
        {shiftShown && (shiftShown.state !== "closed" || shiftShown.moves.some(({ isReversible }) => isReversible)) && (
          <section>
            <h2>{t("shift.shiftPage.shift2")}</h2>
            <p className="mut">{t("shift.shiftPage.floatCashMovedTakings")}</p>
            <ol className="shift-moves">
              <li>
                <Icon name="clock" />
                <span className="grow">
                  <b>{t("shift.shiftPage.opened2")}</b>
                  <small>
                    <When at={shiftShown.openedAt} /> {shiftShown.operator}
                  </small>
                </span>
              </li>
              {shiftShown.moves.map((one) => (
                <li key={one.id}>
                  <Icon name={fen(one.amount) < 0 ? "minus" : "plus"} />
                  <span className="grow">
                    <b>{t(operationLabel(one.kind))}</b>
                    <small>
                      <When at={one.at} /> {one.operator} {one.reason}
                    </small>
                  </span>
                  <b>{fen(one.amount) > 0 ? `+${showFen(fen(one.amount))}` : showFen(fen(one.amount))}</b>
                  {open && one.isReversible && (
                    <button type="button" className="link" onClick={() => setReversing(one)}>
                      {t("shift.shiftPage.takeBack")}
                    </button>
                  )}
                </li>
              ))}
              {shiftShown.countingAt !== null && (
                <li className="now">
                  <Icon name="clock" />
                  <span className="grow">
                    <b>{t("shift.shiftPage.counting")}</b>
                    <small>
                      <When at={shiftShown.countingAt} /> {t("shift.shiftPage.newTakingsNextShifts")}
                    </small>
                  </span>
                </li>
              )}
            </ol>
          </section>
        )}
        <DrawerRequests />
        <section>
          <h2>{t("shift.shiftPage.recentShifts")}</h2>
          <ul className="shift-past">
            {(past.data?.content ?? []).map((one) => (
              <li key={one.id}>
                <button type="button" aria-pressed={shiftShown?.id === one.id} onClick={() => setChosen(one.id)}>
                  <span className="grow">
                    <span className="row">
                      <b className="grow">{one.operator}</b>
                      {one.difference !== null && fen(one.difference) !== 0 && (
                        <span className={fen(one.difference) < 0 ? "short" : undefined}>{showFen(fen(one.difference))}</span>
                      )}
                    </span>
                    <small>
                      <When at={one.openedAt} /> {one.no}
                    </small>
                  </span>
                  <State of={one} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      </aside>
      {reversing && (
        <ReverseMove
          of={reversing}
          onClose={() => setReversing(undefined)}
          onDone={() => {
            setReversing(undefined);
            again();
          }}
        />
      )}
      {printing?.report && <PrintReport of={printing} report={printing.report} onClose={endPrint} />}
    </div>
  );
}

function State({ of }: { of: { readonly state: ShiftDetail["state"] } }) {
  const t = useT();
  return (
    <StatusTag tone={of.state === "open" ? "live" : of.state === "counting" ? "waiting" : "success"}>
      {of.state === "open"
        ? t("shift.shiftPage.open")
        : of.state === "counting"
          ? t("shift.shiftPage.counting2")
          : t("shift.shiftPage.closed")}
    </StatusTag>
  );
}
