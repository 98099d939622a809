import { useLayoutEffect, useRef, useState } from "react";
import type { Quote } from "../../../../contract/booking/booking";
import type { Member } from "../../../../contract/members/members";
import { type Fen, fen } from "../../../../contract/core/money";
import { pursesOf } from "../../../../contract/core/purses";
import { useSession } from "../../../session/store";
import type { ChosenRun } from "../grid/model";
import { type BookerDraft, NO_BOOKER } from "../../../desk/Booker";
import { type DiscountDraft, NO_DISCOUNT, completeDiscount } from "./Discount";
import { check, type PayLine, type Purses, rebalance, type Split, suggest } from "../../../desk/payments";
import { type QuoteState, useQuote } from "./use-quote";

/** Input for a choice, and the values derived from it: its price, and the parts that cards and purses cover. Amounts in fen. */
export interface ChoiceDraft {
  readonly booker: BookerDraft;
  readonly setBooker: (booker: BookerDraft) => void;
  readonly member: Member | undefined;
  readonly discount: DiscountDraft;
  readonly setDiscount: (discount: DiscountDraft) => void;
  /** Code of the venue's coupon; "": none. */
  readonly couponCode: string;
  readonly setCouponCode: (code: string) => void;
  /** The discount once it can be sent. */
  readonly whole: { amount: string; reason: string } | undefined;
  readonly lines: readonly PayLine[];
  readonly setLines: (lines: PayLine[]) => void;
  /** Package cards that are put aside. */
  readonly without: readonly string[];
  readonly setWithout: (without: string[]) => void;
  readonly offers: Quote["cards"];
  readonly priced: QuoteState;
  /** List price of the choice; undefined where a part of it has none. */
  readonly list: Fen | undefined;
  readonly due: Fen;
  /** Price that a manual discount is subtracted from: the price without one. */
  readonly base: Fen | undefined;
  readonly covered: Fen;
  readonly saved: Fen;
  readonly purses: Purses | undefined;
  readonly split: Split;
  /** Something was entered that would be lost. */
  readonly touched: boolean;
  readonly reset: () => void;
}

/**
 * Keeps what is entered for a choice of runs. Payment lines follow the total and the booker; once somebody changed them, only the amounts that
 * nobody typed do.
 * @param mayUseCards whether the booker's package cards are offered before money
 */
export function useChoiceDraft(day: string, runs: readonly ChosenRun[], mayUseCards: boolean): ChoiceDraft {
  const { venueInfo } = useSession();
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [discount, setDiscount] = useState<DiscountDraft>(NO_DISCOUNT);
  const [couponCode, setCouponCode] = useState("");
  const [lines, setLines] = useState<readonly PayLine[]>([]);
  const [without, setWithout] = useState<readonly string[]>([]);
  const [touched, setTouched] = useState(false);
  const member = booker.walkIn ? undefined : booker.member;
  const whole = completeDiscount(discount);
  const priced = useQuote(day, runs, {
    memberId: member?.id,
    asGroup: booker.walkIn && booker.group,
    discount: whole,
    couponCode,
    withoutCards: mayUseCards ? without : undefined,
  });
  const list = runs.every((run) => run.list !== undefined) ? runs.reduce((sum, run) => sum + (run.list ?? 0), 0) : undefined;
  const due = priced.quote ? fen(priced.quote.total) : (list ?? 0);
  // Those of the last answer stay while the next one loads: a box that went away would take the focus with it.
  const offered = useRef<{ of: string | undefined; cards: Quote["cards"] }>({ of: undefined, cards: [] });
  if (priced.quote) offered.current = { of: member?.id, cards: priced.quote.cards };
  const covered = priced.quote?.cards.reduce((sum, card) => sum + fen(card.amount), 0) ?? 0;
  const purses = member && pursesOf(member);
  const purseKey = purses ? `${member?.id}/${purses.principal}/${purses.gift}/${purses.credit ?? ""}` : "";
  const known = useRef("");
  // Before the total is seen: keys that come right after it must not meet lines that do not add up to it.
  useLayoutEffect(() => {
    const sameBooker = known.current === purseKey;
    known.current = purseKey;
    const follow = (sameBooker && touched) || lines.some((line) => line.scanned ?? line.coupon);
    if (!follow) setTouched(false);
    setLines((before) => {
      const rest = before.findLast(
        ({ type }) =>
          type !== "Balance" && type !== "Coupon" && type !== "SportsExpertUserCoupon" && type !== "RoamingCard" && type !== "Credit",
      )?.type;
      return follow ? rebalance(before, due, purses) : suggest(due, purses, venueInfo?.purseOrder, rest);
    });
    // purseKey identifies the purses; touching the lines changes them already.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due, purseKey, venueInfo?.purseOrder]);
  return {
    booker,
    setBooker,
    member,
    discount,
    setDiscount,
    couponCode,
    setCouponCode,
    whole,
    lines,
    setLines: (next) => {
      setTouched(true);
      setLines(next);
    },
    without,
    setWithout,
    offers: member && offered.current.of === member.id ? offered.current.cards : [],
    priced,
    list,
    due,
    base: priced.quote && due + covered + (whole ? fen(whole.amount) : 0),
    covered,
    saved: priced.quote ? fen(priced.quote.list) - due - covered : 0,
    purses,
    split: check(lines, due, purses),
    touched:
      booker.member !== undefined || booker.name !== "" || booker.phone !== "" || couponCode !== "" || lines.some((line) => line.typed),
    reset: () => {
      setBooker(NO_BOOKER);
      setDiscount(NO_DISCOUNT);
      setCouponCode("");
      setWithout([]);
      setLines([]);
      setTouched(false);
    },
  };
}
