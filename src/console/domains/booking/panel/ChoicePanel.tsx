import { memo, useEffect, useImperativeHandle, useRef, useState, type RefObject } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen, yuan } from "../../../../contract/core/money";
import { ApiError } from "../../../api/error";
import { useCall } from "../../../api/use-call";
import { useLanguage, useT } from "../../../i18n/use-t";
import { announcePaid } from "../../../desk/announce-paid";
import { useCan } from "../../../providers/access-control";
import { useSession } from "../../../session/store";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { useUnsaved } from "../../../ui/use-unsaved";
import { sameCells } from "../grid/choice";
import type { GridStore } from "../grid/store";
import { useChoice, useLag, entireChoice } from "../use-choice";
import { dayTimes } from "../../../ui/format-days";
import { placeCount, slotCount } from "../words";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { Booker, type BookerDraft, phoneOk } from "../../../desk/Booker";
import { CardOffers } from "../../../desk/CardOffers";
import { ChoiceFoot } from "./ChoiceFoot";
import { Discount } from "./Discount";
import { LostRuns } from "./LostRuns";
import { Payments } from "../../../desk/Payments";
import { toPayments } from "../../../desk/payments";
import { PriceLines } from "./PriceLines";
import { ReasonForm } from "./ReasonForm";
import { VenueCoupon } from "../../../desk/VenueCoupon";
import { newTotalOf } from "./refusal";
import { useChoiceDraft } from "./use-choice-draft";

/** Purpose of the choice. */
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
  const choice = useChoice(store, entireChoice);
  const { venueInfo } = useSession();
  const canBook = useCan("booking_create");
  const canPay = useCan("booking_pay") && canBook;
  const canDiscount = useCan("booking_discount");
  const mayUseCards = useCan("package_card_use") && canPay;
  const [changed, setChanged] = useState<{ from: number; to: number }>();
  const search = useRef<HTMLInputElement>(null);
  const sought = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  const create = useCall(booking.create);
  useLag(store, choice, foot);

  const { runs, lost } = choice;
  const draft = useChoiceDraft(day, runs, mayUseCards);
  const { booker, setBooker, member, lines, priced, list, due, split } = draft;
  const slots = runs.reduce((sum, run) => sum + run.slots, 0);
  const refusal = create.error instanceof ApiError ? create.error : undefined;
  const couponError = (priced.error instanceof ApiError ? priced.error : refusal)?.errors["couponCode"];
  useUnsaved(choice.keys.size > 0 && draft.touched);

  const reset = (): void => {
    draft.reset();
    setChanged(undefined);
    create.reset();
  };
  const where = runs.map((run) => `${placeLabel(run.placeName, t)} ${span(run.start, run.end)}`).join(t("booking.choice.comma"));
  const ready = runs.length > 0 && list !== undefined && phoneOk(booker.phone) && !priced.pending && priced.quote !== undefined;

  const book = async (how: "hold" | "reserve" | "pay"): Promise<void> => {
    // Cells chosen a moment ago may not be drawn here yet: what is booked is what was seen.
    if (!ready || !sameCells(choice, store.choice()) || create.pending || !priced.quote || (how === "pay" && !split.ok)) return;
    const { total, cards } = priced.quote;
    const payments = how === "pay" ? toPayments(lines) : [];
    const used = how === "pay" ? cards.filter((card) => card.uses > 0).map(({ holdingId, uses }) => ({ holdingId, uses })) : [];
    // A hold does not pay the part that cards would cover: its price in money was not shown as a whole.
    const seen = how !== "pay" && cards.some((card) => card.uses > 0) ? {} : { expectedTotal: total };
    try {
      const order = await create.run({
        day,
        runs: runs.map(({ placeId, start, end }) => ({ placeId, start, end })),
        ...(member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone, asGroup: booker.group }),
        mode: how,
        payments,
        ...(used.length > 0 ? { cards: used } : {}),
        ...(draft.whole ? { discount: draft.whole } : {}),
        ...(draft.couponCode === "" ? {} : { couponCode: draft.couponCode }),
        ...seen,
      });
      const minutes = venueInfo?.holdMinutes ?? 15;
      if (how === "pay") announcePaid(t("booking.choice.booked", { places: where, amount: showFen(fen(total)) }), payments);
      else
        notify.success(
          how === "hold" ? t("booking.choice.held", { places: where, minutes }) : t("booking.choice.reserved", { places: where }),
        );
      reset();
      for (const run of runs) store.drop(run);
      onDone(order);
    } catch (error) {
      // The current state decides: refresh the grid and the price; everything typed is preserved.
      if (!(error instanceof ApiError)) return;
      const to = newTotalOf(error);
      if (to !== undefined) setChanged({ from: fen(total), to });
      onRefresh();
      priced.again();
    }
  };

  // With the booker known the next thing is the money: the first amount gets the focus, Ctrl+Enter books from anywhere.
  const pickBooker = (next: BookerDraft): void => {
    setBooker(next);
    if (!next.member || booker.member || !matchMedia("(pointer: fine)").matches) return;
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(".pay .pay-amount input")?.focus());
  };

  useImperativeHandle(handle, () => ({
    submit: () => void book("pay"),
    toBooker: () => {
      setBooker({ ...booker, member: undefined });
      sought.current = true;
    },
  }));
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
        {priced.error && couponError === undefined && <Failure>{priced.error.message}</Failure>}
        <Booker booker={booker} onBooker={pickBooker} input={search} errors={refusal?.errors ?? {}} groups />
        {canDiscount && <Discount base={draft.base} draft={draft.discount} onDraft={draft.setDiscount} errors={refusal?.errors ?? {}} />}
        <VenueCoupon
          memberId={member?.id}
          goodFor="booking"
          code={draft.couponCode}
          error={draft.couponCode === "" ? undefined : couponError}
          onCode={draft.setCouponCode}
        />
        {mayUseCards && <CardOffers offers={draft.offers} without={draft.without} onWithout={draft.setWithout} />}
        {canPay && !(due === 0 && priced.quote?.cards.some((card) => card.uses > 0)) && (
          <Payments lines={lines} due={due} purses={draft.purses} onLines={draft.setLines} />
        )}
        {changed && (
          <p className="notice notice-waiting" role="alert">
            <Icon name="warning" />
            {t("booking.choice.changed", { from: showFen(changed.from), to: showFen(changed.to) })}
          </p>
        )}
        {create.error && lost.length === 0 && !changed && <Failure>{create.error.message}</Failure>}
      </div>
      <ChoiceFoot
        draft={draft}
        pending={create.pending}
        whyNot={
          runs.length === 0
            ? t("booking.choicePanel.chosenTimesAllTaken")
            : list === undefined
              ? t("booking.choicePanel.chosenTimesNoPrice")
              : undefined
        }
        root={foot}
        onBook={(how) => {
          if (how === "pay") setChanged(undefined);
          void book(how);
        }}
        onMode={onMode}
      />
    </>
  );
});
