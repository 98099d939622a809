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
      label: t({ zh: "{months} 个月", en: "{months} months" }, { months }),
    }));
    const months = await confirm({
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
      const renewed = await run({ id: member.id, months: Number(months) });
      notify.success(t({ zh: "已续期至 {day}", en: "Renewed until {day}" }, { day: renewed.expiresOn ?? "" }));
      onRenewed(renewed);
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
