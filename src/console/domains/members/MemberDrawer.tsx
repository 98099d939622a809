import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { type Member, members } from "../../../contract/members/members";
import { plainAddress, wordsOf } from "../../../contract/core/picture-text";
import { apiAddress } from "../../api/host";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { MEMBER_STATE } from "../../desk/member-state";
import { RenewMember } from "../../desk/RenewMember";
import { can, useCan, useCanOpenPath } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import { RecordDrawer } from "../../ui/RecordDrawer";
import { StatusTag } from "../../ui/StatusTag";
import { MEMBER_TONE } from "../../ui/tones";
import { WhenDay } from "../../ui/When";
import { Adjust, Close, Erase, Freeze, Merge, Owed, Upgrade } from "./AccountActions";
import { ReplaceCard, SellHere } from "./CardActions";
import { lazyPart } from "../../ui/lazy-part";
import { RechargePanel } from "./RechargePanel";
import { Timeline } from "./Timeline";

const PurseMovements = lazyPart(async () => (await import("./PurseMovements")).PurseMovements);
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
  // True if the seldom used actions on an account are shown.
  const [rare, setRare] = useState(false);
  const mayRecharge = useCan("member_recharge");
  const mayModify = useCan("member_modify");
  const mayBook = useCanOpenPath("/book/venue-booking") && can("booking_create");
  return (
    <div className="drawer-body">
      <header className="drawer-head">
        {member.photo === null ? (
          <span className={`avatar avatar-l style-${member.cardTypeColour}`} aria-hidden>
            {member.name.slice(0, 1)}
          </span>
        ) : (
          <img className="avatar avatar-l" src={apiAddress(plainAddress(member.photo))} alt={wordsOf(member.photo) || member.name} />
        )}
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
            {t("members.memberDrawer.more")}
          </Button>
        </span>
        <span className="grow" />
        <Link to={`/finance/venue-user-account-log?memberId=${member.id}`}>{t("members.accountLog")}</Link>
      </div>
      <div className="drawer-actions" hidden={!rare}>
        <Upgrade member={member} onChanged={onChanged} />
        <Adjust member={member} />
        <ReplaceCard member={member} onChanged={onChanged} />
        <RenewMember member={member} onRenewed={onChanged} />
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
          {t("members.memberDrawer.mergedInto")}{" "}
          <Link to={`/venueUser/venue-user-list/${member.mergedInto.id}`}>
            {member.mergedInto.name} {member.mergedInto.cardNo}
          </Link>
          {t("members.memberDrawer.because")}
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
        {member.credit !== undefined && <Figure title={t("members.memberDrawer.creditLeft")} value={member.credit} />}
        <Figure title={t("members.spent")} value={member.spent} />
      </dl>
      <div className="drawer-more">
        {(member.coach !== null || member.family.length > 0) && (
          <p className="row mut">
            {member.coach && <span>{t("members.memberDrawer.coach", { name: member.coach.name })}</span>}
            {member.family.length > 0 && <span>{t("members.memberDrawer.family", { names: member.family.join(t("list.and")) })}</span>}
          </p>
        )}
        <Introduced member={member} />
        <PurseMovements memberId={member.id} />
      </div>
      <Timeline
        memberId={member.id}
        balance={`${member.principal}/${member.gift}/${member.debt}/${member.cardTypeId}`}
        onChanged={onChanged}
      />
    </div>
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
