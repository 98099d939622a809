import { useState } from "react";
import { fen } from "../../../contract/core/money";
import {
  type BillChannel,
  CLAIM_ENDS,
  type ClaimEnd,
  type OpenClaim,
  reconciliation,
} from "../../../contract/reconciliation/reconciliation";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { ENDS, signed } from "./words";
import { reasonProblem } from "../../ui/form/PanelForm";

const LEAST_NOTE = 2;

/** Claims on the channel that are open, whatever bill they are of: a claim outlives its bill. Nothing where there is none. */
export function Claims({ channel, onDone }: { channel: BillChannel; onDone: () => void }) {
  const t = useT();
  const may = useCan("reconciliation_load");
  const [settling, setSettling] = useState<OpenClaim>();
  const read = useRead(reconciliation.claims, { channel }, { staleTime: 0 });
  if (!read.data || read.data.count === 0) return null;
  return (
    <section className="card rec-rows" aria-label={t("reconciliation.claims.openClaims")}>
      <table>
        <caption>{t("reconciliation.claims.openClaimsChannelOwes", { count: read.data.count, owed: signed(read.data.owed) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t("reconciliation.dayBill")}</th>
            <th scope="col">{t("reconciliation.claims.number")}</th>
            <th scope="col" className="end">
              {t("reconciliation.claims.owed")}
            </th>
            <th scope="col">{t("ui.reason")}</th>
            <th scope="col">{t("reconciliation.handled")}</th>
          </tr>
        </thead>
        <tbody>
          {read.data.content.map((claim) => (
            <tr key={claim.id}>
              <td>{claim.day}</td>
              <td className="mono">{claim.ourNo || claim.channelNo || "—"}</td>
              <td className="end">
                <b>{signed(claim.owed)}</b>
              </td>
              <td>{claim.note}</td>
              <td>
                {may && (
                  <button type="button" className="link" onClick={() => setSettling(claim)}>
                    {t("reconciliation.claims.settle")}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {settling && (
        <ClaimDialog
          claim={settling}
          onClose={() => setSettling(undefined)}
          onDone={() => {
            setSettling(undefined);
            notify.success(t("reconciliation.claims.claimSettled"));
            void read.refetch();
            onDone();
          }}
        />
      )}
    </section>
  );
}

/** Settles a claim: how it ended, and what was said. */
function ClaimDialog({ claim, onClose, onDone }: { claim: OpenClaim; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [end, setEnd] = useState<ClaimEnd>("channel");
  const [note, setNote] = useState("");
  const { run, pending, error } = useCall(reconciliation.settleClaim);
  return (
    <Modal title={t("reconciliation.claims.settleClaim", { amount: signed(claim.owed) })} width={420} onClose={onClose}>
      <form
        className="pay-form rec-handle"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim().length >= LEAST_NOTE) run({ id: claim.id, end, note: note.trim() }).then(onDone, () => undefined);
        }}
      >
        <fieldset className="rec-ways">
          <legend className="field-label">
            {fen(claim.owed) > 0 ? t("reconciliation.claims.channelOwesUs") : t("reconciliation.claims.weOweChannel")}
          </legend>
          {CLAIM_ENDS.map((one) => (
            <label key={one}>
              <input type="radio" name="end" checked={end === one} onChange={() => setEnd(one)} />
              <span>
                {t(ENDS[one])} <small>{t(ENDS[one].posts)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <label>
          <span className="field-label">{t("reconciliation.claims.whatSaid")}</span>
          <span className="input">
            <input maxLength={200} autoComplete="off" value={note} onChange={(event) => setNote(event.target.value)} />
          </span>
        </label>
        {error && <Failure>{error.message}</Failure>}
        <Button kind="primary" size="lg" type="submit" block busy={pending} why={reasonProblem(note, t)}>
          {t("reconciliation.claims.settle")}
        </Button>
      </form>
    </Modal>
  );
}
