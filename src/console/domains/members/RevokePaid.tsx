/** Taking back a payment of a debt or what a card cost, from its entry in the timeline. */
import type { Output } from "../../../contract/core/call";
import { memberRecords } from "../../../contract/members/member-records";
import type { members } from "../../../contract/members/members";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { confirm, aReason } from "../../ui/confirm";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";

type Entry = Output<typeof members.timeline>["content"][number];

export function RevokePaid({ entry, of, onDone }: { entry: Entry; of: NonNullable<Entry["revocable"]>; onDone: () => void }) {
  const t = useT();
  const { run, pending } = useCall(memberRecords.revokePaid);
  if (!useCan("account_log_revoke")) return null;
  const act = async (): Promise<void> => {
    const amount = entry.amount ?? "0.00";
    const reason = await confirm({
      title: t("members.revokePaid.revoke", { no: entry.no, amount }),
      text: of.kind === "debt" ? t("members.revokePaid.goesBackWayPaid", { amount }) : t("members.revokePaid.feeDepositGoBack", { amount }),
      yes: t("members.revokePaid.revoke2"),
      danger: true,
      wants: aReason(),
    });
    if (reason === undefined) return;
    try {
      await run({ ...of, reason });
      notify.success(t("members.revokePaid.revoked", { no: entry.no }));
      onDone();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="repeat" busy={pending} onClick={() => void act()}>
      {t("members.revokePaid.revoke2")}
    </Button>
  );
}
