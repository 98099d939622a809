/** Matches a statement line with the movement of the books that it is. */
import { useState } from "react";
import { bankLines } from "../../../contract/accounting/bank";
import { bankDesk } from "../../../contract/accounting/bank-desk";
import { callsOf } from "../../../contract/core/resource/calls";
import type { TKey } from "../../i18n/keys";
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

const KINDS: Readonly<Record<"own" | "transfer", TKey>> = {
  own: "accounting.matchDialog.account",
  transfer: "accounting.matchDialog.transferMovesAccount",
};

export function MatchDialog({ row, onClose, onDone }: { readonly row: AnyRow; readonly onClose: () => void; readonly onDone: () => void }) {
  const t = useT();
  const read = useRead(bankDesk.candidates, { id: row.id }, { staleTime: 0 });
  const { run, pending, error } = useCall(callsOf(bankLines).match);
  const [chosen, setChosen] = useState<string>();
  const found = read.data?.content ?? [];
  const tx = chosen ?? (found.length === 1 ? found[0]?.id : undefined);
  return (
    <Modal title={t("accounting.matchDialog.match", { day: String(row["day"]), text: String(row["text"]) })} width={720} onClose={onClose}>
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
            {t("accounting.matchDialog.booksNoUnmatchedMovement")}
          </p>
        )}
        {found.length > 0 && (
          <div className="import-faults" role="region" aria-label={t("accounting.matchDialog.movementsBooks")} tabIndex={0}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="sr">{t("accounting.matchDialog.choose")}</span>
                  </th>
                  <th scope="col">{t("common.day")}</th>
                  <th scope="col">{t("accounting.matchDialog.document")}</th>
                  <th scope="col">{t("accounting.matchDialog.books")}</th>
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
            why={tx === undefined ? t("accounting.matchDialog.chooseMovementFirst") : undefined}
          >
            {t("accounting.matchDialog.match2")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
