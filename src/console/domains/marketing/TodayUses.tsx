import { useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { Output } from "../../../contract/core/call";
import { redemption, type VoucherLook, type VoucherUse } from "../../../contract/marketing/groupon";
import { fen, showFen } from "../../../contract/core/money";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { inFours } from "./words";
import { reasonProblem } from "../../ui/form/PanelForm";

const LEAST_REASON = 2;

/** The redemptions of today, each with its slip and, for who may, its undo. */
export function TodayUses({
  read,
  onPrint,
  onUndone,
}: {
  readonly read: UseQueryResult<Output<typeof redemption.today>>;
  readonly onPrint: (use: VoucherUse) => void;
  readonly onUndone: (voucher: VoucherLook) => void;
}) {
  const t = useT();
  const may = useCan("voucher_undo");
  const [undoing, setUndoing] = useState<VoucherUse>();
  const { data, error } = read;
  if (error && !data) return <ErrorState what={error.message} retrying={read.isFetching} onRetry={() => void read.refetch()} />;
  return (
    <section className="card today-uses" aria-labelledby="today-uses">
      <header>
        <h2 id="today-uses">{t("marketing.todayUses.redeemedToday")}</h2>
        {data && (
          <p className="mut">
            {t("marketing.todayUses.timesEarnedUndone", { times: data.times, value: showFen(fen(data.value)), undone: data.undone })}
          </p>
        )}
      </header>
      {!data && <SkeletonText lines={4} label={t("ui.loading")} />}
      {data?.content.length === 0 && (
        <EmptyState icon="scan" title={t("marketing.todayUses.nothingRedeemedToday")} hint={t("marketing.todayUses.scanTypeCodeBegin")} />
      )}
      {data && data.content.length > 0 && (
        <div className="table-wrap">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("common.time")}</th>
                <th scope="col">{t("marketing.code")}</th>
                <th scope="col">{t("marketing.goods")}</th>
                <th scope="col">{t("marketing.holder")}</th>
                <th scope="col" className="num">
                  {t("marketing.todayUses.times")}
                </th>
                <th scope="col" className="num">
                  {t("marketing.left")}
                </th>
                <th scope="col" className="num">
                  {t("marketing.todayUses.earnedYuan")}
                </th>
                <th scope="col">{t("marketing.by")}</th>
                <th scope="col">{t("common.state")}</th>
                <th scope="col">
                  <span className="sr">{t("common.actions")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.content.map((use) => (
                <tr key={use.id} className={use.undoneAt === null ? undefined : "mut"}>
                  <td>
                    <When at={use.at} />
                  </td>
                  <td className="mono">{inFours(use.voucherCode)}</td>
                  <td title={use.slot}>{use.goods}</td>
                  <td>{use.holder}</td>
                  <td className="num">{use.times}</td>
                  <td className="num">
                    {use.left} / {use.all}
                  </td>
                  <td className="num">{use.undoneAt === null ? use.value : <s>{use.value}</s>}</td>
                  <td>{use.operator}</td>
                  <td>
                    {use.undoneAt === null ? (
                      <StatusTag tone="success">{t("marketing.todayUses.redeemed")}</StatusTag>
                    ) : (
                      <>
                        <StatusTag tone="neutral">{t("marketing.todayUses.undone")}</StatusTag> <When at={use.undoneAt} /> {use.undoneBy}
                      </>
                    )}
                  </td>
                  <td className="num">
                    {use.undoneAt === null && (
                      <>
                        <Button
                          kind="quiet"
                          icon="print"
                          aria-label={t("marketing.todayUses.printSlip", { code: use.voucherCode })}
                          onClick={() => onPrint(use)}
                        />
                        {may && (
                          <button type="button" className="link" onClick={() => setUndoing(use)}>
                            {t("common.undo")}
                          </button>
                        )}
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {undoing && (
        <Undo
          use={undoing}
          onClose={() => setUndoing(undefined)}
          onUndone={(voucher) => {
            setUndoing(undefined);
            onUndone(voucher);
          }}
        />
      )}
    </section>
  );
}

function Undo({
  use,
  onClose,
  onUndone,
}: {
  readonly use: VoucherUse;
  readonly onClose: () => void;
  readonly onUndone: (voucher: VoucherLook) => void;
}) {
  const t = useT();
  const [reason, setReason] = useState("");
  const { run, pending, error } = useCall(redemption.undo);
  const act = async (): Promise<void> => {
    try {
      const { voucher } = await run({ id: use.id, reason: reason.trim() });
      notify.success(t("marketing.todayUses.undoneVoucherLeft", { left: voucher.left }));
      onUndone(voucher);
    } catch {
      // Shown in the dialog.
    }
  };
  return (
    <Modal title={t("marketing.todayUses.undoRedemption", { code: inFours(use.voucherCode) })} width={440} onClose={onClose}>
      <form
        className="undo-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim().length >= LEAST_REASON && !pending) void act();
        }}
      >
        <p>
          {use.goods} · {use.holder} · {t("marketing.todayUses.timesYuan", { times: use.times, value: use.value })}
        </p>
        <label>
          <span className="field-label">{t("marketing.todayUses.why")}</span>
          <span className="input">
            <input value={reason} maxLength={200} autoComplete="off" onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {error && <Failure>{error.message}</Failure>}
        <div className="form-foot">
          <Button kind="danger" type="submit" busy={pending} why={reasonProblem(reason, t)}>
            {t("common.undo")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
