/** Actions on a member's account from their page: each button with the input it needs. */
import { type ComponentType, useState } from "react";
import { useNavigate } from "react-router";
import { memberRecords } from "../../../contract/members/member-records";
import { type Member, members } from "../../../contract/members/members";
import { fen } from "../../../contract/core/money";
import type { TKey } from "../../i18n/keys";
import { member as machine, next } from "../../../contract/core/states";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { confirm, aReason } from "../../ui/confirm";
import { Button } from "../../ui/Button";
import type { IconName } from "../../ui/icons";
import { notify } from "../../ui/notices";
import { CloseAccount } from "./CloseAccount";
import { lazyPart } from "../../ui/lazy-part";
import { MergeMember } from "./MergeMember";

const PayDebt = lazyPart(async () => (await import("./PayDebt")).PayDebt);
const ChangeLevel = lazyPart(async () => (await import("./ChangeLevel")).ChangeLevel);

/** Freezes a member, or lets one in again: asked for with the reason, which the drawer shows as long as it holds. */
export function Freeze({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useT();
  const { run, pending } = useCall(members.setState);
  const may = useCan("member_freeze");
  const action = (["freeze", "unfreeze"] as const).find((each) => next(machine, member.state, each) !== undefined);
  if (!may || !action) return null;
  const act = async (): Promise<void> => {
    const yes = t(`members.${action}`);
    const { name } = member;
    const title = t("members.askState", { action: yes, name });
    const reason = await confirm({ title, text: t(`members.${action}Text`), yes, danger: action === "freeze", wants: aReason() });
    if (reason === undefined) return;
    try {
      await run({ id: member.id, action, reason });
      notify.success(t("members.stateDone", { action: yes, name }));
      onChanged();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon={action === "freeze" ? "lock" : "check"} busy={pending} onClick={() => void act()}>
      {t(`members.${action}`)}
    </Button>
  );
}

interface Changing {
  readonly member: Member;
  readonly onChanged: () => void;
}

/** A button that opens a dialog about the member. */
function Opens({
  icon,
  label,
  dialog: Dialog,
  member,
  onChanged,
}: Changing & {
  readonly icon: IconName;
  readonly label: TKey;
  readonly dialog: ComponentType<{ member: Member; onClose: () => void; onDone: () => void }>;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const onDone = (): void => {
    setOpen(false);
    onChanged();
  };
  return (
    <>
      <Button icon={icon} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
      {open && <Dialog member={member} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  );
}

/** Takes what the member owes. */
export function Owed(props: Changing) {
  const may = useCan("member_recharge");
  if (!may || fen(props.member.debt) <= 0 || props.member.state === "closed") return null;
  return <Opens {...props} icon="cash" label={"members.accountActions.takeDebt"} dialog={PayDebt} />;
}

/** Asks for the balance to be changed; somebody else decides. */
export function Adjust({ member }: { member: Member }) {
  const t = useT();
  const navigate = useNavigate();
  if (!useCan("member_adjust") || member.state !== "active") return null;
  return (
    <Button icon="edit" onClick={() => void navigate(`/venueUser/adjustment-form?member=${member.id}`)}>
      {t("members.accountActions.adjustBalance")}
    </Button>
  );
}

/** Gives the member another card type. */
export function Upgrade(props: Changing) {
  const may = useCan("member_modify");
  if (!may || props.member.state !== "active") return null;
  return <Opens {...props} icon="star" label={"members.upgrade"} dialog={ChangeLevel} />;
}

/** Merges a duplicate into the member. */
export function Merge(props: Changing) {
  const may = useCan("member_merge");
  if (!may || props.member.state !== "active") return null;
  return <Opens {...props} icon="members" label={"members.accountActions.mergeDuplicate"} dialog={MergeMember} />;
}

/** Closes the account. */
export function Close(props: Changing) {
  const mayAlone = useCan("member_close");
  // Whoever takes money at the desk may begin; closing it then takes the PIN of a colleague who may.
  const mayApproved = useCan("member_recharge");
  if (!(mayAlone || mayApproved) || next(machine, props.member.state, "startClosing") === undefined) return null;
  return <Opens {...props} icon="close" label={"members.closeAccount2"} dialog={CloseAccount} />;
}

/** Erases who the member was, on their request. */
export function Erase({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useT();
  const { run, pending } = useCall(memberRecords.erase);
  const may = useCan("member_erase");
  if (!may || member.erasedAt !== null || member.mergedInto || member.state === "closing") return null;
  const act = async (): Promise<void> => {
    const reason = await confirm({
      title: t("members.accountActions.erasePersonalData", { name: member.name }),
      text: t("members.accountActions.nameMobileBirthdayTags"),
      yes: t("members.accountActions.erasePersonalData2"),
      danger: true,
      wants: aReason(),
    });
    if (reason === undefined) return;
    try {
      await run({ id: member.id, reason });
      notify.success(t("members.accountActions.personalDataErased"));
      onChanged();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="lock" busy={pending} onClick={() => void act()}>
      {t("members.accountActions.erasePersonalData2")}
    </Button>
  );
}
