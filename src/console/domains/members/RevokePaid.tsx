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
      title: t({ zh: "撤销 {no}（¥{amount}）？", en: "Revoke {no} (¥{amount})?" }, { no: entry.no, amount }),
      text:
        of.kind === "debt"
          ? t(
              {
                zh: "¥{amount} 按原支付方式退回，会员重新欠这笔钱。只能撤销一次。",
                en: "¥{amount} goes back the way it was paid, and the member owes it again. This can be done once.",
              },
              { amount },
            )
          : t(
              {
                zh: "办卡费和押金共 ¥{amount} 按原支付方式退回；升级所得的卡类型改回原来的，入会时的卡类型不变。只能撤销一次。",
                en: "Fee and deposit, ¥{amount}, go back the way they were paid. A card type got by it becomes the one of before; one enrolled with stays. This can be done once.",
              },
              { amount },
            ),
      yes: t({ zh: "撤销", en: "Revoke" }),
      danger: true,
      wants: aReason(),
    });
    if (reason === undefined) return;
    try {
      await run({ ...of, reason });
      notify.success(t({ zh: "{no} 已撤销", en: "{no} was revoked" }, { no: entry.no }));
      onDone();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button icon="repeat" busy={pending} onClick={() => void act()}>
      {t({ zh: "撤销", en: "Revoke" })}
    </Button>
  );
}
