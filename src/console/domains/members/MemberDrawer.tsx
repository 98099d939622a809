import { type ComponentType, useState } from "react";
import { Link, useNavigate } from "react-router";
import { memberRecords } from "../../../contract/memberRecords";
import { type Member, members } from "../../../contract/members";
import { fen } from "../../../contract/money";
import type { Label } from "../../../contract/resource/label";
import { member as machine, next } from "../../../contract/states";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { can, useCan } from "../../session/store";
import { useMayOpen } from "../../session/useMayOpen";
import { ask, aReason } from "../../ui/asked";
import { Button } from "../../ui/Button";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/icons";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import { RecordDrawer } from "../../ui/RecordDrawer";
import { StatusTag } from "../../ui/StatusTag";
import { MEMBER_TONE } from "../../ui/tones";
import { WhenDay } from "../../ui/When";
import { ReplaceCard, SellHere } from "./CardActions";
import { CloseAccount } from "./CloseAccount";
import { lazyPart } from "../../ui/lazyPart";
import { MergeMember } from "./MergeMember";
import { RechargePanel } from "./RechargePanel";
import { Timeline } from "./Timeline";
import { MEMBER_STATE } from "./words";

const PayDebt = lazyPart(async () => (await import("./PayDebt")).PayDebt);
const ChangeLevel = lazyPart(async () => (await import("./ChangeLevel")).ChangeLevel);
const Introduced = lazyPart(async () => (await import("./Introduced")).Introduced);

/** A member beside the list: balances, actions, and everything that happened, newest first. */
export function MemberDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  return (
    <RecordDrawer<Member> label={t("members.show")} width={520} resource="members" id={id} onClose={onClose}>
      {(found, again) => <MemberBody member={found} onClose={onClose} onChanged={again} />}
    </RecordDrawer>
  );
}

function MemberBody({ member, onClose, onChanged }: { member: Member; onClose: () => void; onChanged: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [recharging, setRecharging] = useState(false);
  // What is done to an account a few times in its life.
  const [rare, setRare] = useState(false);
  const mayRecharge = useCan("member_recharge");
  const mayModify = useCan("member_modify");
  const mayBook = useMayOpen("/book/venue-booking") && can("booking_create");
  return (
    <div className="drawer-body">
      <header className="drawer-head">
        <span className={`avatar avatar-l style-${member.cardTypeColour}`} aria-hidden>
          {member.name.slice(0, 1)}
        </span>
        <div className="grow">
          <h2 className="row">
            {member.name}
            <CardTypeTag style={member.cardTypeColour}>{member.cardTypeName}</CardTypeTag>
            <StatusTag tone={MEMBER_TONE[member.state]}>{t(MEMBER_STATE[member.state])}</StatusTag>
          </h2>
          <p className="row mut">
            <FullPhone member={member} />
            <span className="mono">{member.cardNo}</span>
            {member.expiresOn && (
              <span>
                {t("members.expires")} <WhenDay day={member.expiresOn} />
              </span>
            )}
          </p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <div className="drawer-actions">
        {mayRecharge && member.state === "active" && (
          <Button
            kind={recharging ? "plain" : "primary"}
            icon="wallet"
            aria-expanded={recharging}
            onClick={() => setRecharging(!recharging)}
          >
            {t("members.recharge")}
          </Button>
        )}
        <Owed member={member} onChanged={onChanged} />
        {mayBook && member.state === "active" && (
          <Button icon="grid" onClick={() => void navigate(`/book/venue-booking?member=${member.id}`)}>
            {t("members.book")}
          </Button>
        )}
        {mayModify && (
          <Button icon="edit" onClick={() => void navigate(`/venueUser/venue-user-form/${member.id}`)}>
            {t("members.editMember")}
          </Button>
        )}
        <SellHere member={member} />
        <span className="drawer-rare">
          <Button icon="more" aria-expanded={rare} onClick={() => setRare(!rare)}>
            {t({ zh: "更多", en: "More" })}
          </Button>
        </span>
        <span className="grow" />
        <Link to={`/finance/venue-user-account-log?memberId=${member.id}`}>{t("members.accountLog")}</Link>
      </div>
      <div className="drawer-actions" hidden={!rare}>
        <Upgrade member={member} onChanged={onChanged} />
        <ReplaceCard member={member} onChanged={onChanged} />
        <Renew member={member} onChanged={onChanged} />
        <Freeze member={member} onChanged={onChanged} />
        <Merge member={member} onChanged={onChanged} />
        <Close member={member} onChanged={onChanged} />
        <Erase member={member} onChanged={onChanged} />
      </div>
      {member.state === "frozen" && member.stateReason !== "" && (
        <p className="notice notice-waiting">{t("members.frozenFor", { reason: member.stateReason })}</p>
      )}
      {member.mergedInto && (
        <p className="notice notice-waiting">
          {t({ zh: "已并入", en: "Merged into" })}{" "}
          <Link to={`/venueUser/venue-user-list/${member.mergedInto.id}`}>
            {member.mergedInto.name} {member.mergedInto.cardNo}
          </Link>
          {t({ zh: "，原因：", en: ", because: " })}
          {member.stateReason}
        </p>
      )}
      {recharging && (
        <RechargePanel
          member={member}
          onDone={() => {
            setRecharging(false);
            onChanged();
          }}
        />
      )}
      <dl className="figures drawer-figures">
        <Figure title={t("members.principal")} value={member.principal} />
        <Figure title={t("members.gift")} value={member.gift} />
        <Figure title={t("members.debt")} value={member.debt} />
        <Figure title={t("members.spent")} value={member.spent} />
      </dl>
      <div className="drawer-more">
        <Introduced member={member} />
      </div>
      <Timeline memberId={member.id} balance={`${member.principal}/${member.gift}`} />
    </div>
  );
}

/** Freezes a member, or lets one in again: asked for with the reason, which the drawer shows as long as it holds. */
function Freeze({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useT();
  const { run, pending } = useCall(members.setState);
  const may = useCan("member_freeze");
  const action = (["freeze", "unfreeze"] as const).find((each) => next(machine, member.state, each) !== undefined);
  if (!may || !action) return null;
  const act = async (): Promise<void> => {
    const yes = t(`members.${action}`);
    const { name } = member;
    const title = t("members.askState", { action: yes, name });
    const reason = await ask({ title, text: t(`members.${action}Text`), yes, danger: action === "freeze", wants: aReason() });
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

/** Prolongs a membership that has an end. */
function Renew({ member, onChanged }: Changing) {
  const t = useT();
  const { run, pending } = useCall(members.renew);
  const may = useCan("member_modify");
  if (!may || member.expiresOn === null || (member.state !== "active" && next(machine, member.state, "renew") === undefined)) return null;
  const act = async (): Promise<void> => {
    const choices = RENEWED_MONTHS.map((months) => ({
      value: String(months),
      label: t({ zh: "{months} 个月", en: "{months} months" }, { months }),
    }));
    const months = await ask({
      title: t({ zh: "给“{name}”续期？", en: "Renew the membership of {name}?" }, { name: member.name }),
      text: t({
        zh: "未到期的从到期日起算，已过期的从今天起算并恢复为正常。这里不收费。",
        en: "From its last day while it runs; from today if it has ended, and the member is active again. Nothing is charged here.",
      }),
      yes: t({ zh: "续期", en: "Renew" }),
      wants: { label: t({ zh: "续期时长", en: "For how long" }), hint: t({ zh: "请选择", en: "Choose" }), choices },
    });
    if (months === undefined) return;
    try {
      const { expiresOn } = await run({ id: member.id, months: Number(months) });
      notify.success(t({ zh: "已续期至 {day}", en: "Renewed until {day}" }, { day: expiresOn ?? "" }));
      onChanged();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="calendar" kind={member.state === "expired" ? "primary" : "plain"} busy={pending} onClick={() => void act()}>
      {t({ zh: "续期", en: "Renew" })}
    </Button>
  );
}
const RENEWED_MONTHS = [1, 3, 6, 12, 24, 36] as const;

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
  readonly label: Label;
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
function Owed(props: Changing) {
  const may = useCan("member_recharge");
  if (!may || fen(props.member.debt) <= 0 || props.member.state === "closed") return null;
  return <Opens {...props} icon="cash" label={{ zh: "收欠款", en: "Take a debt" }} dialog={PayDebt} />;
}

/** Gives the member another card type. */
function Upgrade(props: Changing) {
  const may = useCan("member_modify");
  if (!may || props.member.state !== "active") return null;
  return <Opens {...props} icon="star" label={{ zh: "升级", en: "Upgrade" }} dialog={ChangeLevel} />;
}

/** Merges a duplicate into the member. */
function Merge(props: Changing) {
  const may = useCan("member_merge");
  if (!may || props.member.state !== "active") return null;
  return <Opens {...props} icon="members" label={{ zh: "合并重复会员", en: "Merge a duplicate" }} dialog={MergeMember} />;
}

/** Closes the account. */
function Close(props: Changing) {
  const may = useCan("member_close");
  if (!may || next(machine, props.member.state, "startClosing") === undefined) return null;
  return <Opens {...props} icon="close" label={{ zh: "销户", en: "Close the account" }} dialog={CloseAccount} />;
}

/** Erases who the member was, on their request. */
function Erase({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useT();
  const { run, pending } = useCall(memberRecords.erase);
  const may = useCan("member_erase");
  if (!may || member.erasedAt !== null || member.mergedInto || member.state === "closing") return null;
  const act = async (): Promise<void> => {
    const reason = await ask({
      title: t({ zh: "删除“{name}”的个人信息？", en: "Erase the personal data of {name}?" }, { name: member.name }),
      text: t({
        zh: "姓名、手机号、生日、标签和备注从会员、单据和日志中删除，不能恢复；会员变为已销户。单据、流水和卡号保留。",
        en: "Name, mobile, birthday, tags and notes are removed from the member, their documents and the log for good; the member is closed. Documents, postings and the card number stay.",
      }),
      yes: t({ zh: "删除个人信息", en: "Erase personal data" }),
      danger: true,
      wants: aReason(),
    });
    if (reason === undefined) return;
    try {
      await run({ id: member.id, reason });
      notify.success(t({ zh: "个人信息已删除", en: "The personal data was erased" }));
      onChanged();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="lock" busy={pending} onClick={() => void act()}>
      {t({ zh: "删除个人信息", en: "Erase personal data" })}
    </Button>
  );
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  );
}

/** The masked phone; who may see it whole asks for it, and that look is written to the log. */
function FullPhone({ member }: { member: Member }) {
  const t = useT();
  const may = useCan("member_phone");
  const { run, pending } = useCall(members.phone);
  const [phone, setPhone] = useState<string>();
  if (phone !== undefined) return <span>{phone}</span>;
  return (
    <>
      <Phone value={member.phone} />
      {may && (
        <button
          type="button"
          className="icon-button"
          aria-label={t("members.showPhone")}
          disabled={pending}
          onClick={() => {
            run({ id: member.id })
              .then((answer) => setPhone(answer.phone))
              .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
          }}
        >
          <Icon name="eye" size="s" />
        </button>
      )}
    </>
  );
}
