import { useId, useRef, useState } from "react";
import { type Bill, type BillChannel, LONGEST_BILL, reconciliation } from "../../../contract/reconciliation/reconciliation";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { readBill } from "./read-bill";
import { CHANNELS } from "./words";

/** Takes the file of a bill. */
export function BillLoader({ channel, day, bill, onDone }: { channel: BillChannel; day: string; bill: Bill | null; onDone: () => void }) {
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
