/** Actions on a member's card from their page: sell a package card, raise the type, replace a lost card. */
import { useNavigate } from "react-router";
import { type Member, members } from "../../../contract/members/members";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan, useCanOpenPath } from "../../providers/access-control";
import { confirm } from "../../ui/confirm";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";

const SELL = "/card/venue-user-package-card-form";

/** Sells the member a package card. */
export function SellHere({ member }: { member: Member }) {
  const t = useT();
  const navigate = useNavigate();
  const may = useCanOpenPath(SELL);
  if (!may || member.state !== "active") return null;
  return (
    <Button icon="ticket" onClick={() => void navigate(`${SELL}?member=${member.id}`)}>
      {t("members.cardActions.sellPackageCard")}
    </Button>
  );
}

/** Gives the member another card in place of a lost one. */
export function ReplaceCard({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useT();
  const { run, pending } = useCall(members.replaceCard);
  const may = useCan("member_modify");
  if (!may || (member.state !== "active" && member.state !== "expired")) return null;
  const act = async (): Promise<void> => {
    const cardNo = await confirm({
      title: t("members.cardActions.replaceCard", { name: member.name }),
      text: t("members.cardActions.oldCardNoLonger", { no: member.cardNo }),
      yes: t("members.cardActions.replace"),
      wants: { label: t("members.cardActions.newCardNumber"), hint: t("members.cardActions.scanType"), least: 1 },
    });
    if (cardNo === undefined) return;
    try {
      await run({ id: member.id, cardNo });
      notify.success(t("members.cardActions.replaced", { no: cardNo }));
      onChanged();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="repeat" busy={pending} onClick={() => void act()}>
      {t("members.cardActions.replaceCard2")}
    </Button>
  );
}
