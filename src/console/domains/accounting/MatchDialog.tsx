/** Matches a statement line with the movement of the books that it is. */
import { useState } from "react";
import { bankDesk, bankLines } from "../../../contract/accounting/bank";
import { callsOf } from "../../../contract/core/resource/calls";
import type { Label } from "../../../contract/core/resource/label";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import type { AnyRow } from "../../resource/parts";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import { DOCUMENT_LABELS } from "../finance/documents";
import "../../resource/resource.css";

const KINDS: Readonly<Record<"own" | "transfer", Label>> = {
  own: { zh: "本账户", en: "This account" },
  transfer: { zh: "转账，核对后转到本账户", en: "A transfer; it moves to this account" },
};

export function MatchDialog({ row, onClose, onDone }: { readonly row: AnyRow; readonly onClose: () => void; readonly onDone: () => void }) {
  const t = useT();
  const read = useRead(bankDesk.candidates, { id: row.id }, { staleTime: 0 });
  const { run, pending, error } = useCall(callsOf(bankLines).match);
  const [chosen, setChosen] = useState<string>();
  const found = read.data?.content ?? [];
  const tx = chosen ?? (found.length === 1 ? found[0]?.id : undefined);
  return (
    <Modal
      title={t({ zh: "核对 {day} {text}", en: "Match {day} {text}" }, { day: String(row["day"]), text: String(row["text"]) })}
      width={720}
      onClose={onClose}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (tx !== undefined) run({ id: row.id, tx }).then(onDone, () => undefined);
        }}
      >
        <p>
          <b>
            <Money value={String(row["amount"])} />
          </b>{" "}
          <span className="sec">{String(row["party"])}</span>
        </p>
        {read.error && !read.data && (
          <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        )}
        {!read.data && !read.error && <SkeletonText lines={3} label={t("ui.loading")} />}
        {read.data && found.length === 0 && (
          <p className="notice" role="status">
            {t({
              zh: "前后 62 天内账上没有同样金额、未核对的一笔。先登记存现或到账；手续费、利息用“记账”。",
              en: "The books have no unmatched movement of this amount within 62 days. Record the deposit or payout first. For fees and interest use “Book”.",
            })}
          </p>
        )}
        {found.length > 0 && (
          <div className="import-faults" role="region" aria-label={t({ zh: "账上的一笔", en: "Movements of the books" })} tabIndex={0}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="sr">{t({ zh: "选择", en: "Choose" })}</span>
                  </th>
                  <th scope="col">{t({ zh: "日期", en: "Day" })}</th>
                  <th scope="col">{t({ zh: "单据", en: "Document" })}</th>
                  <th scope="col">{t({ zh: "在账上", en: "In the books" })}</th>
                </tr>
              </thead>
              <tbody>
                {found.map((one) => (
                  <tr key={one.id}>
                    <td>
                      <input
                        type="radio"
                        name="tx"
                        aria-label={`${one.day} ${one.no}`}
                        checked={tx === one.id}
                        onChange={() => setChosen(one.id)}
                      />
                    </td>
                    <td>{one.day}</td>
                    <td>
                      {t(DOCUMENT_LABELS[one.documentKind] ?? { zh: one.documentKind, en: one.documentKind })} {one.no}
                      {one.reason !== "" && <small className="under">{one.reason}</small>}
                    </td>
                    <td>{t(KINDS[one.kind])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {error && <Failure>{error.message}</Failure>}
        <div className="form-foot">
          <Button
            kind="primary"
            type="submit"
            busy={pending}
            why={tx === undefined ? t({ zh: "先选账上的一笔", en: "Choose a movement first" }) : undefined}
          >
            {t({ zh: "核对", en: "Match" })}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
