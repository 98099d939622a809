/** Merging a duplicate into a member: who it is, before → after, the reason. */
import { useRef, useState } from "react";
import { MERGED_PARTS, memberRecords, type MergePreview } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import { useCall } from "../../api/use-call";
import { MemberSearch } from "../../desk/MemberSearch";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import "../../theme/form.css";
import { reasonProblem } from "../../ui/form/PanelForm";

/** @param onDone everything of the duplicate is the member's now */
export function MergeMember({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const preview = useCall(memberRecords.mergePreview);
  const merge = useCall(memberRecords.merge);
  const [found, setFound] = useState<MergePreview>();
  const [reason, setReason] = useState("");
  const look = (picked: Member): void => {
    setFound(undefined);
    // A refusal is shown below.
    preview.run({ keepId: member.id, mergeId: picked.id }).then(setFound, () => undefined);
  };
  const act = async (): Promise<void> => {
    if (!found) return;
    try {
      await merge.run({ keepId: member.id, mergeId: found.merge.id, reason: reason.trim() });
      notify.success(t("members.mergeMember.mergedInto", { name: found.merge.name, kept: member.name }));
      onDone();
    } catch {
      // The dialog shows what was refused.
    }
  };
  const failure = preview.error ?? merge.error;
  return (
    <Modal title={t("members.mergeMember.mergeDuplicateInto", { name: member.name })} width={640} onClose={onClose}>
      <div className="stack">
        <MemberSearch input={input} anyState onPick={look} />
        {failure && <Failure>{failure.message}</Failure>}
        {found && (
          <>
            <Compared preview={found} />
            <p>
              {found.moves.length === 0
                ? t("members.mergeMember.duplicateNoDocuments")
                : t("members.mergeMember.alsoMoved", {
                    list: found.moves.map(({ part, count }) => `${t(MERGED_PARTS[part])} ${count}`).join(t("list.and")),
                  })}
            </p>
            <p className="notice notice-waiting">
              {t("members.mergeMember.cantUndoneClosedOnly", { name: found.merge.name, no: found.merge.cardNo, kept: member.name })}
            </p>
            <label>
              <span className="field-label">{t("ui.reason")} *</span>
              <span className="input">
                <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
              </span>
            </label>
            <div className="form-foot">
              <Button kind="danger" busy={merge.pending} why={reasonProblem(reason, t)} onClick={() => void act()}>
                {t("members.mergeMember.merge")}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

function Compared({ preview: { keep, merge, after } }: { preview: MergePreview }) {
  const t = useT();
  const money = ["principal", "gift", "spent"] as const;
  return (
    <table className="table">
      <thead>
        <tr>
          <th />
          <th>
            {keep.name} <span className="mono mut">{keep.cardNo}</span>
          </th>
          <th>
            {merge.name} <span className="mono mut">{merge.cardNo}</span>
          </th>
          <th>{t("members.mergeMember.afterwards")}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t("members.phone")}</th>
          <td>
            <Phone value={keep.phone} />
          </td>
          <td>
            <Phone value={merge.phone} />
          </td>
          <td>
            <Phone value={keep.phone} />
          </td>
        </tr>
        {money.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`members.${name}`)}</th>
            {[keep, merge, after].map((one, i) => (
              <td key={i} className="num">
                <Money value={one[name]} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t("members.packageCards")}</th>
          {[keep, merge, after].map((one, i) => (
            <td key={i} className="num">
              {one.packageCards}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t("members.tags")}</th>
          {[keep, merge, after].map((one, i) => (
            <td key={i}>{one.tags.join(t("list.and"))}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
