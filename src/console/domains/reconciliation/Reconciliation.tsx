import "./reconciliation.css";
import { useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { fen, showFen, yuan } from "../../../contract/money";
import {
  type Bill,
  type BillChannel,
  type BillResult,
  type BillRow,
  LONGEST_BILL,
  reconciliation,
  RESULTS,
} from "../../../contract/reconciliation";
import type { Label, Tone } from "../../../contract/resource/label";
import { addDays } from "../../../contract/time";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { useToday } from "../../ui/today";
import { When } from "../../ui/When";
import { readBill } from "./readBill";

const CHANNELS: Readonly<Record<BillChannel, Label>> = { wechat: { zh: "微信", en: "WeChat" }, alipay: { zh: "支付宝", en: "Alipay" } };
const NAMES: Readonly<Record<BillResult, Label & { readonly tone: Tone }>> = {
  matched: { zh: "相符", en: "Matched", tone: "success" },
  ours: { zh: "仅我方", en: "Only ours", tone: "warning" },
  theirs: { zh: "仅账单", en: "Only theirs", tone: "warning" },
  amount: { zh: "金额不同", en: "Amount differs", tone: "error" },
  fee: { zh: "手续费", en: "Fee", tone: "neutral" },
};
const WAYS: Readonly<Record<BillRow["way"], Label>> = {
  pay: { zh: "收款", en: "Payment" },
  refund: { zh: "退款", en: "Refund" },
  fee: { zh: "手续费", en: "Fee" },
};
const SIZE = 50;
const signed = (text: string): string => (fen(text) > 0 ? `+${showFen(fen(text))}` : showFen(fen(text)));
const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A channel's bill of a day against what was taken: what ties, what differs and what became of it. Channel and day stand in the address. */
export function Reconciliation() {
  const t = useT();
  const today = useToday();
  const navigate = useNavigate();
  const location = useLocation();
  const query = new URLSearchParams(location.search);
  const asked = query.get("day");
  const day = isDay(asked) ? asked : addDays(today, -1);
  const channel: BillChannel = query.get("channel") === "alipay" ? "alipay" : "wechat";
  const go = (next: { day?: string; channel?: BillChannel }): void =>
    void navigate({ pathname: location.pathname, search: new URLSearchParams({ channel, day, ...next }).toString() }, { replace: true });
  const read = useRead(reconciliation.bill, { channel, day }, { staleTime: 0 });
  const bill = read.data?.bill;
  return (
    <div className="rec">
      <header className="page-head rec-head">
        <h1>{t({ zh: "对账", en: "Reconciliation" })}</h1>
        <span className="grow" />
        <div className="seg" role="group" aria-label={t({ zh: "渠道", en: "Channel" })}>
          {(Object.keys(CHANNELS) as BillChannel[]).map((each) => (
            <button key={each} type="button" aria-pressed={channel === each} onClick={() => go({ channel: each })}>
              {t(CHANNELS[each])}
            </button>
          ))}
        </div>
        <Button icon="chevron-left" aria-label={t({ zh: "前一天", en: "Day before" })} onClick={() => go({ day: addDays(day, -1) })} />
        <span className="input rec-day">
          <input
            type="date"
            aria-label={t({ zh: "账单日期", en: "Day of the bill" })}
            value={day}
            max={today}
            onChange={(event) => isDay(event.target.value) && go({ day: event.target.value })}
          />
        </span>
        <Button
          icon="chevron-right"
          aria-label={t({ zh: "后一天", en: "Day after" })}
          disabled={day >= today}
          onClick={() => go({ day: addDays(day, 1) })}
        />
      </header>
      {read.error && !read.data ? (
        <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
      ) : bill === undefined ? (
        <SkeletonText lines={6} label={t("ui.loading")} />
      ) : (
        <>
          <Loader key={`${channel} ${day}`} channel={channel} day={day} bill={bill} onDone={() => void read.refetch()} />
          {bill && <Whole key={bill.id} bill={bill} again={() => void read.refetch()} />}
        </>
      )}
    </div>
  );
}

/** Takes the file of a bill. */
function Loader({ channel, day, bill, onDone }: { channel: BillChannel; day: string; bill: Bill | null; onDone: () => void }) {
  const t = useT();
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const may = useCan("reconciliation_load");
  const { run, pending, error } = useCall(reconciliation.load);
  const [problem, setProblem] = useState("");
  const take = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    setProblem("");
    const content = await readBill(chosen);
    if (content.length > LONGEST_BILL)
      return setProblem(t({ zh: "文件太大，请按天下载账单", en: "The file is too large; download the bill of one day" }));
    try {
      const loaded = await run({ channel, day, fileName: chosen.name, content });
      notify.success(
        t({ zh: "已载入 {count} 行", en: "{count} rows loaded" }, { count: loaded.results.reduce((sum, { count }) => sum + count, 0) }),
      );
      onDone();
    } catch {
      // Shown below.
    }
    return undefined;
  };
  const data = error && "data" in error ? (error.data as { errors?: { content?: string } }) : undefined;
  const words = problem || data?.errors?.content || error?.message;
  return (
    <section className="card rec-file">
      <Icon name="book" />
      <span className="grow">
        {bill ? (
          <>
            <b>{bill.fileName}</b>
            <small>
              <When at={bill.loadedAt} /> {bill.operator} ·{" "}
              {t({ zh: "同一文件再载入不会重复", en: "loading the file again doubles nothing" })}
            </small>
          </>
        ) : (
          <>
            <b>
              {t(
                { zh: "{day} 的{channel}账单还没有载入", en: "The {channel} bill of {day} is not loaded yet" },
                { day, channel: t(CHANNELS[channel]) },
              )}
            </b>
            <small>
              {channel === "wechat"
                ? t({
                    zh: "在微信支付商户平台下载“交易账单（全部）”，CSV",
                    en: "Download the trade bill (all) from the WeChat Pay merchant platform, as CSV",
                  })
                : t({
                    zh: "在支付宝商家平台下载“业务明细”，CSV",
                    en: "Download the business statement from Alipay's merchant site, as CSV",
                  })}
            </small>
          </>
        )}
        {words !== undefined && words !== "" && <Failure>{words}</Failure>}
      </span>
      {bill && (
        <StatusTag tone={bill.state === "done" ? "success" : bill.open > 0 ? "waiting" : "live"}>
          {bill.state === "done"
            ? t({ zh: "已完成", en: "Finished" })
            : bill.open > 0
              ? t({ zh: "{open} 行待处理", en: "{open} to handle" }, { open: bill.open })
              : t({ zh: "可以完成", en: "Ready to finish" })}
        </StatusTag>
      )}
      {may && bill?.state !== "done" && (
        <>
          <input
            ref={file}
            id={id}
            type="file"
            accept=".csv,text/csv,text/plain"
            hidden
            onChange={(event) => void take(event.target.files?.[0]).finally(() => (event.target.value = ""))}
          />
          <Button kind={bill ? "plain" : "primary"} icon="import" busy={pending} onClick={() => file.current?.click()}>
            {bill ? t({ zh: "换文件", en: "Load again" }) : t({ zh: "载入账单", en: "Load the bill" })}
          </Button>
        </>
      )}
    </section>
  );
}

function Whole({ bill, again }: { bill: Bill; again: () => void }) {
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
  const line = (name: Label, ours: string, theirs: string, note = "") => (
    <tr key={name.en}>
      <th scope="row">
        {t(name)} <small>{note}</small>
      </th>
      <td>{showFen(fen(ours))}</td>
      <td>{showFen(fen(theirs))}</td>
      <td>{signed(yuan(fen(theirs) - fen(ours)))}</td>
    </tr>
  );
  const step = (name: Label, amount: string) => (
    <span key={name.en}>
      <small>{t(name)}</small>
      <b>{signed(amount)}</b>
    </span>
  );
  return (
    <>
      <section className="card rec-tie">
        <table>
          <thead>
            <tr>
              <th scope="col">{t({ zh: "金额单位：元", en: "Yuan" })}</th>
              <th scope="col">{t({ zh: "我方", en: "Ours" })}</th>
              <th scope="col">{t({ zh: "账单汇总行", en: "The bill's sums" })}</th>
              <th scope="col">{t({ zh: "差异", en: "Difference" })}</th>
            </tr>
          </thead>
          <tbody>
            {line({ zh: "收款", en: "Taken" }, bill.ours.taken, bill.theirs.taken, `${bill.ours.takenCount} : ${bill.theirs.takenCount}`)}
            {line(
              { zh: "退款", en: "Refunds" },
              bill.ours.refunded,
              bill.theirs.refunded,
              `${bill.ours.refundedCount} : ${bill.theirs.refundedCount}`,
            )}
            {line({ zh: "手续费", en: "Fees" }, bill.ours.fee, bill.theirs.fee)}
            {line({ zh: "净额", en: "Net" }, bill.ours.net, bill.theirs.net)}
          </tbody>
        </table>
        <div className="rec-bridge">
          <h2>
            {t({ zh: "从我方到账单", en: "From ours to the bill" })}
            <StatusTag tone={bill.ties ? "success" : "error"}>
              {bill.ties ? t({ zh: "与汇总行一致", en: "Ties to its sums" }) : t({ zh: "与汇总行不一致", en: "Doesn't tie" })}
            </StatusTag>
          </h2>
          <p>
            {step({ zh: "我方净额", en: "Our net" }, bill.ours.net)}
            {RESULTS.filter((one) => one !== "matched" && (of(one)?.count ?? 0) > 0).map((one) =>
              step(NAMES[one], of(one)?.difference ?? "0"),
            )}
            {step({ zh: "账单净额", en: "The bill's net" }, bill.theirs.net)}
          </p>
        </div>
      </section>
      <div className="row wrap">
        <div className="seg rec-seg" role="group" aria-label={t({ zh: "结果", en: "Result" })}>
          <button
            type="button"
            aria-pressed={result === undefined}
            onClick={() => {
              setResult(undefined);
              setPage(0);
            }}
          >
            {t({ zh: "全部", en: "All" })} {total}
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
        <span className="mut">{t({ zh: "差异 = 账单 − 我方", en: "Difference = bill − ours" })}</span>
      </div>
      <div className="card rec-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{t({ zh: "结果", en: "Result" })}</th>
              <th scope="col">{t({ zh: "时间", en: "Time" })}</th>
              <th scope="col">{t({ zh: "我方单号", en: "Our number" })}</th>
              <th scope="col">{t({ zh: "渠道单号", en: "Channel's number" })}</th>
              <th scope="col">{t({ zh: "事项", en: "What" })}</th>
              <th scope="col" className="end">
                {t({ zh: "我方", en: "Ours" })}
              </th>
              <th scope="col" className="end">
                {t({ zh: "账单", en: "Bill" })}
              </th>
              <th scope="col" className="end">
                {t({ zh: "差异", en: "Difference" })}
              </th>
              <th scope="col">{t({ zh: "处理", en: "Handled" })}</th>
            </tr>
          </thead>
          <tbody>
            {(rows.data?.content ?? []).map((row) => (
              <tr key={row.id}>
                <td>
                  <StatusTag tone={NAMES[row.result].tone}>{t(NAMES[row.result])}</StatusTag>
                </td>
                <td>{row.at ? <When at={row.at} /> : "—"}</td>
                <td className="mono">{row.ourNo || "—"}</td>
                <td className="mono">{row.channelNo || "—"}</td>
                <td>
                  {t(WAYS[row.way])} {row.way === "fee" ? "" : row.matter}
                </td>
                <td className="end">{row.result === "theirs" || row.result === "fee" ? "—" : showFen(fen(row.ours))}</td>
                <td className="end">{row.result === "ours" ? "—" : showFen(fen(row.theirs))}</td>
                <td className="end">{fen(row.difference) === 0 ? <span className="zero">0.00</span> : <b>{signed(row.difference)}</b>}</td>
                <td>
                  {row.handledBy !== "" ? (
                    <span title={row.note}>
                      <Icon name="check" /> {row.note}
                    </span>
                  ) : row.result === "matched" || row.result === "fee" ? (
                    ""
                  ) : may ? (
                    <button type="button" className="link" onClick={() => setHandling(row)}>
                      {t({ zh: "处理", en: "Handle" })}
                    </button>
                  ) : (
                    t({ zh: "待处理", en: "to handle" })
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className="rec-foot">
        <span className="mut">
          {t(
            { zh: "第 {page} 页，共 {total} 行", en: "Page {page}, {total} rows" },
            { page: page + 1, total: rows.data?.totalElements ?? 0 },
          )}
        </span>
        <Button
          icon="chevron-left"
          aria-label={t({ zh: "上一页", en: "Page before" })}
          disabled={page === 0}
          onClick={() => setPage(page - 1)}
        />
        <Button
          icon="chevron-right"
          aria-label={t({ zh: "下一页", en: "Next page" })}
          disabled={rows.data?.last ?? true}
          onClick={() => setPage(page + 1)}
        />
        <span className="grow" />
        {finish.error && <span className="field-error">{finish.error.message}</span>}
        {may && (
          <Button
            kind="primary"
            busy={finish.pending}
            disabled={bill.open > 0}
            title={bill.open > 0 ? t({ zh: "处理完差异才能完成", en: "Handle the differences first" }) : undefined}
            onClick={() =>
              void finish.run({ id: bill.id }).then(
                () => {
                  notify.success(t({ zh: "对账完成，手续费已记成本", en: "Finished; the fees are posted as costs" }));
                  again();
                },
                () => undefined,
              )
            }
          >
            {t({ zh: "完成对账", en: "Finish" })}
          </Button>
        )}
      </footer>
      {handling && (
        <Handle
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

const SUGGESTED: Readonly<Record<"ours" | "theirs" | "amount", readonly Label[]>> = {
  ours: [
    { zh: "并入次日账单", en: "In the next day's bill" },
    { zh: "渠道未收到，已退单据", en: "The channel got nothing; the document was given back" },
  ],
  theirs: [
    { zh: "静态码收款，已补记", en: "By the static code; entered by hand" },
    { zh: "非本馆收款，已退", en: "Not ours; given back" },
  ],
  amount: [
    { zh: "按账单更正", en: "Corrected as the bill says" },
    { zh: "已部分退款", en: "A part was refunded" },
  ],
};

function Handle({ row, onClose, onDone }: { row: BillRow; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [note, setNote] = useState("");
  const { run, pending, error } = useCall(reconciliation.handle);
  const kind = row.result === "ours" || row.result === "theirs" ? row.result : "amount";
  return (
    <Modal
      title={t({ zh: "处理差异 {amount}", en: "Handle the difference {amount}" }, { amount: signed(row.difference) })}
      width={420}
      onClose={onClose}
    >
      <form
        className="pay-form rec-handle"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim().length >= 2) run({ id: row.id, note: note.trim() }).then(onDone, () => undefined);
        }}
      >
        <div className="row wrap">
          {SUGGESTED[kind].map((one) => (
            <button key={one.en} type="button" className="chip" onClick={() => setNote(t(one))}>
              {t(one)}
            </button>
          ))}
        </div>
        <label>
          <span className="field-label">{t({ zh: "怎么处理的", en: "What was done" })}</span>
          <span className="input">
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
              autoFocus
              maxLength={200}
              autoComplete="off"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </span>
        </label>
        {error && <Failure>{error.message}</Failure>}
        <Button kind="primary" size="lg" type="submit" block busy={pending} disabled={note.trim().length < 2}>
          {t({ zh: "记下", en: "Record" })}
        </Button>
      </form>
    </Modal>
  );
}
