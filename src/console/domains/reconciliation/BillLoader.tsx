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
    if (content.length > LONGEST_BILL) return setProblem(t("reconciliation.billLoader.fileTooLargeDownload"));
    try {
      const loaded = await run({ channel, day, fileName: chosen.name, content });
      notify.success(t("reconciliation.billLoader.rowsLoaded", { count: loaded.results.reduce((sum, { count }) => sum + count, 0) }));
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
              <When at={bill.loadedAt} /> {bill.operator} · {t("reconciliation.billLoader.loadingFileAgainDoubles")}
            </small>
          </>
        ) : (
          <>
            <b>{t("reconciliation.billLoader.billNotLoadedYet", { day, channel: t(CHANNELS[channel]) })}</b>
            <small>
              {channel === "wechat"
                ? t("reconciliation.billLoader.downloadTradeBillAll")
                : t("reconciliation.billLoader.downloadBusinessStatementAlipays")}
            </small>
          </>
        )}
        {words !== undefined && words !== "" && <Failure>{words}</Failure>}
      </span>
      {bill && (
        <StatusTag tone={bill.state === "done" ? "success" : bill.open > 0 ? "waiting" : "live"}>
          {bill.state === "done"
            ? t("reconciliation.billLoader.finished")
            : bill.open > 0
              ? t("reconciliation.billLoader.handle", { open: bill.open })
              : t("reconciliation.billLoader.readyFinish")}
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
            {bill ? t("reconciliation.billLoader.loadAgain") : t("reconciliation.billLoader.loadBill")}
          </Button>
        </>
      )}
    </section>
  );
}
