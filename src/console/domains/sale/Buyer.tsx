import { type RefObject } from "react";
import { members } from "../../../contract/members/members";
import type { Allowance } from "../../../contract/sale/allowances";
import { fen, showFen } from "../../../contract/core/money";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { MemberSearch } from "../../desk/MemberSearch";
import { KeptMembers } from "./offline/KeptMembers";

/** Shows the buyer: found by F2; balances, cards, and the discount of the level. */
export function Buyer({
  memberId,
  choosing,
  input,
  allowances,
  onMember,
  onChoose,
}: {
  memberId: string | null;
  /** Without the server: of whom this till may take what. */
  allowances: readonly Allowance[] | undefined;
  choosing: boolean;
  input: RefObject<HTMLInputElement | null>;
  onMember: (id: string | null) => void;
  onChoose: () => void;
}) {
  const t = useT();
  const member = useRead(members.view, { id: memberId ?? "" }, { enabled: memberId !== null && allowances === undefined });
  const allowance = allowances?.find((one) => one.memberId === memberId);
  if (choosing)
    return (
      <div className="till-buyer till-finding">
        {allowances ? (
          <KeptMembers input={input} of={allowances} onPick={onMember} />
        ) : (
          <MemberSearch input={input} enrols onPick={(picked) => onMember(picked.id)} />
        )}
      </div>
    );
  if (memberId === null)
    return (
      <button type="button" className="till-buyer till-walk-in" aria-keyshortcuts="F2" onClick={onChoose}>
        <Icon name="person" />
        <span className="grow">{t("sale.buyer.walk")}</span>
        <span className="link">
          {t("sale.buyer.chooseMember")} <Kbd>F2</Kbd>
        </span>
      </button>
    );
  const { data } = member;
  return (
    <div className="till-buyer">
      {allowances ? (
        <span className="grow">
          <b>{allowance?.memberName ?? data?.name ?? t("sale.member")}</b>
          <small>{t("sale.buyer.noNetworkListPrices", { left: showFen(fen(allowance?.left ?? "0.00")) })}</small>
        </span>
      ) : data ? (
        <>
          <span className="till-face" aria-hidden>
            {data.name.slice(0, 1)}
          </span>
          <span className="grow">
            <b className="row">
              {data.name} <CardTypeTag style={data.cardTypeColour}>{data.cardTypeName}</CardTypeTag>
            </b>
            <small>
              {t("sale.buyer.principalGiftCards", {
                principal: showFen(fen(data.principal)),
                gift: showFen(fen(data.gift)),
                cards: data.packageCards,
              })}
            </small>
          </span>
        </>
      ) : (
        <span className="grow">{member.error ? member.error.message : t("ui.loading")}</span>
      )}
      <button type="button" className="link" aria-keyshortcuts="F2" onClick={onChoose}>
        {t("sale.buyer.change")}
      </button>
      <Button kind="quiet" icon="close" aria-label={t("sale.buyer.makeWalk")} onClick={() => onMember(null)} />
    </div>
  );
}
