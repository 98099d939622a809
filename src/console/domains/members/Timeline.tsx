import { useEffect, useRef } from "react";
import type { Output } from "../../../contract/core/call";
import { members } from "../../../contract/members/members";
import { fen, yuan } from "../../../contract/core/money";
import { BOOKED } from "../../../contract/booking/order-words";
import { OrderStatus, bookingOrder } from "../../../contract/core/states";
import { clock, dayOf, wall } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import type { T, TKey } from "../../i18n/keys";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/icons";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { SkeletonText } from "../../ui/Skeleton";
import { formatDay } from "../../ui/format-time";
import { useToday } from "../../ui/today";
import { useZone } from "../../ui/zone";
import { placesIn } from "../../ui/format-place";
import { CoolingOff } from "./CoolingOff";
import { RevokePaid } from "./RevokePaid";

type Entry = Output<typeof members.timeline>["content"][number];
const ICONS: Record<Entry["kind"], IconName> = {
  booking: "grid",
  session: "ticket",
  openPlay: "members",
  coachClass: "person",
  activity: "star",
  transferIn: "swap",
  transferOut: "swap",
  debtPaid: "cash",
  cardFee: "card",
  recharge: "wallet",
  sale: "cart",
  cardUse: "ticket",
  cardSale: "ticket",
  refund: "repeat",
  revocation: "repeat",
  referral: "members",
  enrolled: "person",
  changed: "edit",
  frozen: "lock",
  unfrozen: "check",
  cardReplaced: "card",
  levelChanged: "star",
  renewed: "calendar",
  ended: "clock",
  merged: "members",
};
const WORDS: Record<Entry["kind"], TKey> = {
  booking: "members.kindBooking",
  session: "members.kindSession",
  openPlay: "members.kindOpenPlay",
  coachClass: "members.kindCoachClass",
  activity: "members.kindActivity",
  transferIn: "members.kindTransferIn",
  transferOut: "members.kindTransferOut",
  debtPaid: "members.kindDebtPaid",
  cardFee: "members.kindCardFee",
  recharge: "members.kindRecharge",
  sale: "members.kindSale",
  cardUse: "members.kindCardUse",
  cardSale: "members.kindCardSale",
  refund: "members.kindRefund",
  revocation: "members.kindRevocation",
  referral: "members.kindReferral",
  enrolled: "members.kindEnrolled",
  changed: "members.kindChanged",
  frozen: "members.kindFrozen",
  unfrozen: "members.kindUnfrozen",
  cardReplaced: "members.kindCardReplaced",
  levelChanged: "members.kindLevelChanged",
  renewed: "members.kindRenewed",
  ended: "members.kindEnded",
  merged: "members.kindMerged",
};

/** Entries that reduce the member's holdings: shown with a minus. */
const OUT: ReadonlySet<Entry["kind"]> = new Set([
  "booking",
  "session",
  "openPlay",
  "coachClass",
  "activity",
  "transferOut",
  "debtPaid",
  "cardFee",
  "sale",
  "cardSale",
]);

/** States of what a member signed up for. */
const SIGNED: Readonly<Record<string, TKey>> = {
  booked: "members.signedUp",
  joined: "members.signedUp",
  attended: "members.signedCame",
  checked_in: "members.signedCame",
  entered: "members.signedCame",
  cancelled: "members.signedOff",
  left: "members.signedOff",
};
const SIGNS: ReadonlySet<Entry["kind"]> = new Set(["session", "openPlay", "coachClass", "activity"]);

/** The note of what was booked is its state; other notes are words already. */
const noteOf = (entry: Entry, t: T): string => {
  const signed = SIGNED[entry.note];
  if (SIGNS.has(entry.kind)) return signed ? t(signed) : "";
  if (entry.kind === "booking" && entry.note === "booked") return t(BOOKED);
  const state = entry.kind === "booking" ? OrderStatus.options.find((each) => each === entry.note) : undefined;
  return state ? t(bookingOrder.labels[state]) : entry.note;
};

/** Returns the title of an event; a recharge offer's name is descriptive itself (充 500 送 50). */
const titleOf = (entry: Entry, t: T): string =>
  entry.kind === "recharge" && entry.title !== ""
    ? entry.title
    : `${t(WORDS[entry.kind])} ${entry.kind === "booking" ? placesIn(entry.title, t) : entry.title}`.trim();

/** Entries under the day they happened on; both newest first, as they came. */
function byDay(entries: readonly Entry[], zone: string): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at), zone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

/** Lists the events of a member by day. Reads them again when `balance` changes: something has just been booked or recharged. */
export function Timeline({ memberId, balance, onChanged }: { memberId: string; balance: string; onChanged: () => void }) {
  const t = useT();
  const language = useLanguage();
  const zone = useZone();
  const today = useToday();
  const { data, error, isFetching, refetch } = useRead(members.timeline, { id: memberId });
  const seen = useRef(balance);
  useEffect(() => {
    if (seen.current === balance) return;
    seen.current = balance;
    void refetch();
  }, [balance, refetch]);
  const again = (): void => {
    void refetch();
    onChanged();
  };
  if (error) return <ErrorState what={error.message} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  if (data.content.length === 0) return <EmptyState icon="clock" title={t("members.noEvents")} />;
  const days = byDay(data.content, zone);
  return (
    <section className="timeline" aria-label={t("members.timeline")}>
      {[...days].map(([day, entries]) => (
        <div key={day}>
          <h3>{formatDay(day, today, language)}</h3>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <Icon name={ICONS[entry.kind]} />
                <div className="grow">
                  <b>{titleOf(entry, t)}</b>
                  <small>
                    {[operatorName(entry.operator, t), clock(wall(new Date(entry.at), zone).minute), noteOf(entry, t), entry.no]
                      .filter(Boolean)
                      .join(language === "zh" ? "，" : ", ")}
                  </small>
                  {entry.coolingOffUntil !== null && <CoolingOff until={entry.coolingOffUntil} />}
                </div>
                {entry.revocable && <RevokePaid entry={entry} of={entry.revocable} onDone={again} />}
                {entry.amount !== null && (
                  <b className="num">
                    <Money value={OUT.has(entry.kind) ? yuan(-fen(entry.amount)) : entry.amount} sign />
                  </b>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
