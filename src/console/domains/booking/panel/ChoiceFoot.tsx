import type { RefObject } from "react";
import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { useSession } from "../../../session/store";
import { CommandButton } from "../../../ui/CommandButton";
import { Icon } from "../../../ui/Icon";
import { Kbd } from "../../../ui/Kbd";
import { Popover } from "../../../ui/Popover";
import type { ChoiceMode } from "./ChoicePanel";
import type { ChoiceDraft } from "./use-choice-draft";

/** The foot of a choice: what it costs and why less than the list, and the ways to book it that the person may use. */
export function ChoiceFoot({
  draft,
  pending,
  whyNot,
  root,
  onBook,
  onMode,
}: {
  draft: ChoiceDraft;
  /** A booking is on its way. */
  pending: boolean;
  /** Reason why the choice can't be booked by whatever payment. */
  whyNot: string | undefined;
  root: RefObject<HTMLElement | null>;
  onBook: (how: "hold" | "reserve" | "pay") => void;
  onMode: (mode: ChoiceMode) => void;
}) {
  const t = useT();
  const { venueInfo } = useSession();
  const canReserve = useCan("booking_reserve");
  const canBook = useCan("booking_create");
  const canPay = useCan("booking_pay") && canBook;
  const canLock = useCan("booking_lock");
  const canFree = useCan("booking_free_place");
  const { priced, due, saved, covered, member, split } = draft;
  const card = member && saved > 0 ? t("booking.choice.savedBy", { card: member.cardTypeName, amount: showFen(saved) }) : "";
  const savedText = saved > 0 ? card || t("booking.choice.saved", { amount: showFen(saved) }) : "";
  const others = [
    ...(canReserve
      ? [{ key: "reserve", icon: "calendar" as const, title: t("booking.choice.reserve"), act: () => onBook("reserve") }]
      : []),
    ...(canFree ? [{ key: "free", icon: "tag" as const, title: t("booking.choice.free"), act: () => onMode("free") }] : []),
    ...(canLock ? [{ key: "lock", icon: "lock" as const, title: t("booking.choice.lock"), act: () => onMode("lock") }] : []),
  ];
  const waits = pending || priced.pending;
  return (
    <footer className="ft" ref={root}>
      <div className="tot">
        <span>
          {priced.pending
            ? t("booking.choice.quoting")
            : [
                saved + covered > 0 && priced.quote ? t("booking.choice.listTotal", { list: showFen(fen(priced.quote.list)) }) : "",
                savedText,
                covered > 0 ? t("booking.choice.cardCovers", { amount: showFen(covered) }) : "",
              ]
                .filter(Boolean)
                .join(t("booking.choice.and"))}
        </span>
        <b className={priced.pending ? "stale" : undefined}>
          <small>¥</small>
          {showFen(due)}
        </b>
      </div>
      <div className="acts">
        {canPay && (
          <CommandButton
            kind="primary"
            busy={waits}
            why={waits ? undefined : (whyNot ?? (split.ok ? undefined : t("common.paymentsDoNotAdd")))}
            aria-keyshortcuts="Control+Enter"
            onClick={() => onBook("pay")}
          >
            {t("booking.choice.bookAndPay")}
            <span className="sr">¥{showFen(due)}</span>
            <span className="m-hide">
              <Kbd mod>↵</Kbd>
            </span>
          </CommandButton>
        )}
        {canBook && (
          <CommandButton
            kind={canPay ? "plain" : "primary"}
            busy={waits}
            why={waits ? undefined : whyNot}
            whyInTooltip={canPay}
            title={t("booking.choice.holdHint", { minutes: venueInfo?.holdMinutes ?? 15 })}
            onClick={() => onBook("hold")}
          >
            {t("booking.choice.hold")}
          </CommandButton>
        )}
        {others.length > 0 && (
          <Popover align="end" className="btn btn-icon" label={t("booking.choice.more")} button={<Icon name="more" />}>
            {(close) =>
              others.map((other) => (
                <button
                  key={other.key}
                  type="button"
                  className="popup-item"
                  aria-disabled={(other.key === "reserve" && waits) || undefined}
                  onClick={() => {
                    if (other.key === "reserve" && waits) return;
                    close();
                    other.act();
                  }}
                >
                  <Icon name={other.icon} />
                  {other.title}
                </button>
              ))
            }
          </Popover>
        )}
      </div>
    </footer>
  );
}
