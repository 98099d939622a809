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
        <h2 id="today-uses">{t({ zh: "今天核销", en: "Redeemed today" })}</h2>
        {data && (
          <p className="mut">
            {t(
              { zh: "共 {times} 次，收益 {value} 元，已撤销 {undone} 次", en: "{times} times, earned {value}, {undone} undone" },
              { times: data.times, value: showFen(fen(data.value)), undone: data.undone },
            )}
          </p>
        )}
      </header>
      {!data && <SkeletonText lines={4} label={t("ui.loading")} />}
      {data?.content.length === 0 && (
        <EmptyState
          icon="scan"
          title={t({ zh: "今天还没有核销", en: "Nothing was redeemed today" })}
          hint={t({ zh: "扫描或输入券码开始", en: "Scan or type a code to begin" })}
        />
      )}
      {data && data.content.length > 0 && (
        <div className="table-wrap">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t({ zh: "时间", en: "Time" })}</th>
                <th scope="col">{t({ zh: "券码", en: "Code" })}</th>
                <th scope="col">{t({ zh: "商品", en: "Goods" })}</th>
                <th scope="col">{t({ zh: "持有人", en: "Holder" })}</th>
                <th scope="col" className="num">
                  {t({ zh: "次数", en: "Times" })}
                </th>
                <th scope="col" className="num">
                  {t({ zh: "剩余", en: "Left" })}
                </th>
                <th scope="col" className="num">
                  {t({ zh: "收益（元）", en: "Earned (yuan)" })}
                </th>
                <th scope="col">{t({ zh: "经办", en: "By" })}</th>
                <th scope="col">{t({ zh: "状态", en: "State" })}</th>
                <th scope="col">
                  <span className="sr">{t({ zh: "操作", en: "Actions" })}</span>
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
                      <StatusTag tone="success">{t({ zh: "已核销", en: "Redeemed" })}</StatusTag>
                    ) : (
                      <>
                        <StatusTag tone="neutral">{t({ zh: "已撤销", en: "Undone" })}</StatusTag> <When at={use.undoneAt} /> {use.undoneBy}
                      </>
                    )}
                  </td>
                  <td className="num">
                    {use.undoneAt === null && (
                      <>
                        <Button
                          kind="quiet"
                          icon="print"
                          aria-label={t({ zh: "打印 {code} 的小票", en: "Print a slip of {code}" }, { code: use.voucherCode })}
                          onClick={() => onPrint(use)}
                        />
                        {may && (
                          <button type="button" className="link" onClick={() => setUndoing(use)}>
                            {t({ zh: "撤销", en: "Undo" })}
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
      notify.success(t({ zh: "已撤销，券剩 {left} 次", en: "Undone; the voucher has {left} left" }, { left: voucher.left }));
      onUndone(voucher);
    } catch {
      // Shown in the dialog.
    }
  };
  return (
    <Modal
      title={t({ zh: "撤销核销 {code}", en: "Undo redemption {code}" }, { code: inFours(use.voucherCode) })}
      width={440}
      onClose={onClose}
    >
      <form
        className="undo-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim().length >= LEAST_REASON && !pending) void act();
        }}
      >
        <p>
          {use.goods} · {use.holder} ·{" "}
          {t({ zh: "{times} 次，{value} 元", en: "{times} times, {value} yuan" }, { times: use.times, value: use.value })}
        </p>
        <label>
          <span className="field-label">{t({ zh: "撤销原因", en: "Why" })}</span>
          <span className="input">
            <input value={reason} maxLength={200} autoComplete="off" onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {error && <Failure>{error.message}</Failure>}
        <div className="form-foot">
          <Button kind="danger" type="submit" busy={pending} why={reasonProblem(reason, t)}>
            {t({ zh: "撤销", en: "Undo" })}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
