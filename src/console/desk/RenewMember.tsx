import { type Member, members } from "../../contract/members/members";
import { member as machine, next } from "../../contract/core/states";
import { useCall } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { useCan } from "../providers/access-control";
import { confirm } from "../ui/confirm";
import { Button } from "../ui/Button";
import { notify } from "../ui/notices";

const RENEWED_MONTHS = [1, 3, 6, 12, 24, 36] as const;

/** Prolongs a membership that has an end. */
export function RenewMember({ member, onRenewed }: { member: Member; onRenewed: (renewed: Member) => void }) {
  const t = useT();
  const { run, pending } = useCall(members.renew);
  const may = useCan("member_modify");
  if (!may || member.expiresOn === null || (member.state !== "active" && next(machine, member.state, "renew") === undefined)) return null;
  const act = async (): Promise<void> => {
    const choices = RENEWED_MONTHS.map((months) => ({
      value: String(months),
      label: t("desk.renewMember.months", { months }),
    }));
    const months = await confirm({
      title: t("desk.renewMember.renewMembership", { name: member.name }),
      text: t("desk.renewMember.lastDayWhileRuns"),
      yes: t("desk.renewMember.renew"),
      wants: { label: t("desk.renewMember.howLong"), hint: t("common.choose"), choices },
    });
    if (months === undefined) return;
    try {
      const renewed = await run({ id: member.id, months: Number(months) });
      notify.success(t("desk.renewMember.renewedUntil", { day: renewed.expiresOn ?? "" }));
      onRenewed(renewed);
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="calendar" kind={member.state === "expired" ? "primary" : "plain"} busy={pending} onClick={() => void act()}>
      {t("desk.renewMember.renew")}
    </Button>
  );
}
