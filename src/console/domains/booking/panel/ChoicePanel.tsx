import { memo, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { booking, type BookingOrderDetail, type Quote } from "../../../../contract/booking";
import { fen, showFen, yuan } from "../../../../contract/money";
import { useCall } from "../../../api/useCall";
import { ApiError } from "../../../api/error";
import { useLanguage, useT } from "../../../i18n/useT";
import { useCan, useSession } from "../../../session/store";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Kbd } from "../../../ui/Kbd";
import { notify } from "../../../ui/notices";
import { Popover } from "../../../ui/Popover";
import { useUnsaved } from "../../../ui/useUnsaved";
import type { GridStore } from "../grid/store";
import { useChoice, useLag, wholeChoice } from "../useChoice";
import { dayTimes, placeCount, placeLabel, slotCount, span } from "../words";
import { Booker, type BookerDraft, NO_BOOKER, phoneOk } from "./Booker";
import { CardOffers } from "./CardOffers";
import { Discount, type DiscountDraft, NO_DISCOUNT, wholeDiscount } from "./Discount";
import { LostRuns } from "./LostRuns";
import { Payments } from "./Payments";
import { newTotalOf } from "./refusal";
import { check, type PayLine, rebalance, suggest, toPayments } from "./payments";
import { PriceLines } from "./PriceLines";
import { ReasonForm } from "./ReasonForm";
import { useQuote } from "./useQuote";

/** What the choice is for. */
export type ChoiceMode = "book" | "lock" | "free";

/** Keys of the page reach the panel through this. */
export interface ChoiceHandle {
  /** Books and takes the money. */
  submit: () => void;
  /** Goes to the booker. */
  toBooker: () => void;
}

/**
 * The panel of a choice: lines with their prices, booker, discount, payment, and the ways to book. It stays mounted while other things are
 * looked at, so that nothing typed is lost; a refusal is shown beside what caused it.
 */
export const ChoicePanel = memo(function ChoicePanel({
  store,
  day,
  today,
  mode,
  hidden,
  handle,
  onMode,
  onDone,
  onClear,
  onRefresh,
}: {
  store: GridStore;
  day: string;
  today: string;
  mode: ChoiceMode;
  hidden: boolean;
  handle: RefObject<ChoiceHandle | null>;
  onMode: (mode: ChoiceMode) => void;
  onDone: (order: BookingOrderDetail | undefined) => void;
  onClear: () => void;
  onRefresh: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const choice = useChoice(store, wholeChoice);
  const { venueInfo } = useSession();
  const canReserve = useCan("booking_reserve");
  const canBook = useCan("booking_create");
  const canPay = useCan("booking_pay") && canBook;
  const canLock = useCan("booking_lock");
  const canFree = useCan("booking_free_place");
  const canDiscount = useCan("booking_discount");
  const mayUseCards = useCan("package_card_use") && canPay;

  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [discount, setDiscount] = useState<DiscountDraft>(NO_DISCOUNT);
  const [lines, setLines] = useState<readonly PayLine[]>([]);
  const [without, setWithout] = useState<readonly string[]>([]);
  const [touched, setTouched] = useState(false);
  const [changed, setChanged] = useState<{ from: number; to: number }>();
  const search = useRef<HTMLInputElement>(null);
  const sought = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  const create = useCall(booking.create);
  useLag(store, choice, foot);

  const { runs, lost } = choice;
  const member = booker.walkIn ? undefined : booker.member;
  const whole = wholeDiscount(discount);
  const priced = useQuote(day, runs, member?.id, whole, mayUseCards ? without : undefined);
  const list = runs.every((run) => run.list !== undefined) ? runs.reduce((sum, run) => sum + (run.list ?? 0), 0) : undefined;
  const due = priced.quote ? fen(priced.quote.total) : (list ?? 0);
  // Those of the last answer stand while the next is on its way: a box that went away would take the keys with it.
  const offered = useRef<{ of: string | undefined; cards: Quote["cards"] }>({ of: undefined, cards: [] });
  if (priced.quote) offered.current = { of: member?.id, cards: priced.quote.cards };
  const offers = member && offered.current.of === member.id ? offered.current.cards : [];
  const covered = priced.quote?.cards.reduce((sum, card) => sum + fen(card.amount), 0) ?? 0;
  const saved = priced.quote ? fen(priced.quote.list) - due - covered : 0;
  const purses = member && { principal: fen(member.principal), gift: fen(member.gift) };
  const split = check(lines, due, purses);
  const slots = runs.reduce((sum, run) => sum + run.slots, 0);
  const refusal = create.error instanceof ApiError ? create.error : undefined;
  const dirty =
    choice.keys.size > 0 && (booker.member !== undefined || booker.name !== "" || booker.phone !== "" || lines.some((line) => line.typed));
  useUnsaved(dirty);

  // Payment lines follow the total and the booker; once somebody changed them, only the amounts that nobody typed do. Before the total is
  // seen: keys that come right after it must not meet lines that do not add up to it.
  const purseKey = purses ? `${member?.id}/${purses.principal}/${purses.gift}` : "";
  const known = useRef("");
  useLayoutEffect(() => {
    const sameBooker = known.current === purseKey;
    known.current = purseKey;
    const follow = (sameBooker && touched) || lines.some((line) => line.scanned);
    if (!follow) setTouched(false);
    setLines((before) => {
      const rest = before.findLast((line) => line.type !== "Balance" && line.type !== "Coupon")?.type;
      return follow ? rebalance(before, due, purses) : suggest(due, purses, venueInfo?.purseOrder, rest);
    });
    // The purses are told by purseKey; touching the lines changes them already.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [due, purseKey, venueInfo?.purseOrder]);

  const reset = (): void => {
    setBooker(NO_BOOKER);
    setDiscount(NO_DISCOUNT);
    setWithout([]);
    setLines([]);
    setTouched(false);
    setChanged(undefined);
    create.reset();
  };
  const where = runs.map((run) => `${placeLabel(run.placeName, t)} ${span(run.start, run.end)}`).join(t("booking.choice.comma"));
  const ready = runs.length > 0 && list !== undefined && phoneOk(booker.phone) && !priced.pending && priced.quote !== undefined;

  const book = async (how: "hold" | "reserve" | "pay"): Promise<void> => {
    // Cells chosen a moment ago may not be drawn here yet: what is booked is what was seen.
    if (!ready || choice !== store.choice() || create.pending || !priced.quote || (how === "pay" && !split.ok)) return;
    const { total, cards } = priced.quote;
    const used = how === "pay" ? cards.filter((card) => card.uses > 0).map(({ holdingId, uses }) => ({ holdingId, uses })) : [];
    // What cards would cover is not paid by a hold: its price in money was not shown as a whole.
    const seen = how !== "pay" && cards.some((card) => card.uses > 0) ? {} : { expectedTotal: total };
    try {
      const order = await create.run({
        day,
        runs: runs.map(({ placeId, start, end }) => ({ placeId, start, end })),
        ...(member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone }),
        mode: how,
        payments: how === "pay" ? toPayments(lines) : [],
        ...(used.length > 0 ? { cards: used } : {}),
        ...(whole ? { discount: whole } : {}),
        ...seen,
      });
      const minutes = venueInfo?.holdMinutes ?? 15;
      notify.success(
        how === "pay"
          ? t("booking.choice.booked", { places: where, amount: showFen(fen(total)) })
          : how === "hold"
            ? t("booking.choice.held", { places: where, minutes })
            : t("booking.choice.reserved", { places: where }),
      );
      reset();
      for (const run of runs) store.drop(run);
      onDone(order);
    } catch (error) {
      // What is true now decides: the grid and the price are asked again, everything typed stays.
      if (!(error instanceof ApiError)) return;
      const to = newTotalOf(error);
      if (to !== undefined) setChanged({ from: fen(total), to });
      onRefresh();
      priced.again();
    }
  };

  // With the booker known the next thing is the money: the first amount takes the keys, Ctrl+Enter books from anywhere.
  const pickBooker = (next: BookerDraft): void => {
    setBooker(next);
    if (!next.member || booker.member || !matchMedia("(pointer: fine)").matches) return;
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(".pay .pay-amount input")?.focus());
  };

  handle.current = {
    submit: () => void book("pay"),
    toBooker: () => {
      setBooker({ ...booker, member: undefined });
      sought.current = true;
    },
  };
  // The booker may not be drawn yet when it is gone to: a choice comes a moment before its panel.
  useEffect(() => {
    if (!sought.current || !search.current) return;
    sought.current = false;
    search.current.focus();
  });

  if (hidden || choice.keys.size === 0) return null;
  const courts = new Set([...runs, ...lost].map((run) => run.placeId)).size;
  const title = t("booking.choice.title", { slots: slotCount(choice.keys.size, t), places: placeCount(courts, t) });
  const first = runs[0] ?? lost[0];
  const times = first
    ? span(Math.min(...[...runs, ...lost].map((run) => run.start)), Math.max(...[...runs, ...lost].map((run) => run.end)))
    : "";
  const head = (
    <header className="hd">
      <div className="grow">
        <h2>{title}</h2>
        <p>{dayTimes(day, times, today, language, t)}</p>
      </div>
      <Button
        kind="quiet"
        icon="close"
        aria-label={t("booking.choice.clear")}
        onClick={() => {
          reset();
          onClear();
        }}
      />
    </header>
  );
  if (mode !== "book") {
    return (
      <>
        {head}
        <ReasonForm
          mode={mode}
          day={day}
          runs={runs}
          slots={slots}
          booker={booker}
          where={where}
          onBack={() => onMode("book")}
          onRefresh={onRefresh}
          onDone={(order) => {
            for (const run of runs) store.drop(run);
            onMode("book");
            onDone(order);
          }}
        />
      </>
    );
  }
  const card = member && saved > 0 ? t("booking.choice.savedBy", { card: member.cardTypeName, amount: showFen(saved) }) : "";
  const savedText = saved > 0 ? card || t("booking.choice.saved", { amount: showFen(saved) }) : "";
  const others = [
    ...(canReserve
      ? [{ key: "reserve", icon: "calendar" as const, title: t("booking.choice.reserve"), act: () => void book("reserve") }]
      : []),
    ...(canFree ? [{ key: "free", icon: "tag" as const, title: t("booking.choice.free"), act: () => onMode("free") }] : []),
    ...(canLock ? [{ key: "lock", icon: "lock" as const, title: t("booking.choice.lock"), act: () => onMode("lock") }] : []),
  ];
  return (
    <>
      {head}
      <div className="bd" ref={body}>
        <LostRuns
          store={store}
          lost={lost}
          error={refusal}
          onSwapped={() => {
            create.reset();
            requestAnimationFrame(() => foot.current?.querySelector<HTMLElement>(".btn-primary")?.focus());
          }}
        />
        <PriceLines
          lines={runs.map((run) => {
            const quoted = priced.quote?.lines.find(
              (line) => line.placeId === run.placeId && line.start === run.start && line.end === run.end,
            );
            return {
              key: `${run.placeId}@${run.start}`,
              title: placeLabel(run.placeName, t),
              times: span(run.start, run.end),
              list: run.list === undefined ? undefined : yuan(run.list),
              trace: quoted?.trace,
              onRemove: () => store.drop(run),
            };
          })}
        />
        {priced.error && <p className="notice notice-error">{priced.error.message}</p>}
        <Booker booker={booker} onBooker={pickBooker} input={search} errors={refusal?.errors ?? {}} />
        {canDiscount && <Discount draft={discount} onDraft={setDiscount} errors={refusal?.errors ?? {}} />}
        {mayUseCards && <CardOffers offers={offers} without={without} onWithout={setWithout} />}
        {canPay && !(due === 0 && priced.quote?.cards.some((card) => card.uses > 0)) && (
          <Payments
            lines={lines}
            due={due}
            purses={purses}
            onLines={(next) => {
              setTouched(true);
              setLines(next);
            }}
          />
        )}
        {changed && (
          <p className="notice notice-waiting" role="alert">
            <Icon name="warning" />
            {t("booking.choice.changed", { from: showFen(changed.from), to: showFen(changed.to) })}
          </p>
        )}
        {create.error && lost.length === 0 && !changed && (
          <p className="notice notice-error" role="alert">
            <Icon name="error" />
            <span>{create.error.message}</span>
          </p>
        )}
      </div>
      <footer className="ft" ref={foot}>
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
            <Button
              kind="primary"
              busy={create.pending || priced.pending}
              disabled={!split.ok || list === undefined || runs.length === 0}
              aria-keyshortcuts="Control+Enter"
              onClick={() => {
                setChanged(undefined);
                void book("pay");
              }}
            >
              {t("booking.choice.bookAndPay")}
              <span className="sr">¥{showFen(due)}</span>
              <span className="m-hide">
                <Kbd mod>↵</Kbd>
              </span>
            </Button>
          )}
          {canBook && (
            <Button
              kind={canPay ? "plain" : "primary"}
              disabled={list === undefined || runs.length === 0}
              title={t("booking.choice.holdHint", { minutes: venueInfo?.holdMinutes ?? 15 })}
              onClick={() => void book("hold")}
            >
              {t("booking.choice.hold")}
            </Button>
          )}
          {others.length > 0 && (
            <Popover align="end" className="btn btn-icon" label={t("booking.choice.more")} button={<Icon name="more" />}>
              {(close) =>
                others.map((other) => (
                  <button
                    key={other.key}
                    type="button"
                    className="popup-item"
                    onClick={() => {
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
    </>
  );
});
