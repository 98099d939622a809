/** Sells a package card to a member: who, which card, from when, how it is paid. */
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { cards, type PackageCard } from "../../../contract/cards/cards";
import { members } from "../../../contract/members/members";
import { fen, showFen } from "../../../contract/core/money";
import { addDays } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { AntdScope } from "../../ui/AntdScope";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { useUnsaved } from "../../ui/use-unsaved";
import { Booker, type BookerDraft, NO_BOOKER } from "../../desk/Booker";
import { FormTotal, PanelForm } from "../../ui/form/PanelForm";
import { Payments } from "../../desk/Payments";
import { toPayments } from "../../desk/payments";
import { announcePaid } from "../../desk/announce-paid";
import { usePayLines } from "../../desk/use-pay-lines";
import "../../desk/desk.css";
import "./cards.css";
import { DayField } from "../../ui/form/DayField";

const LIST = "/card/venue-user-package-card-list";
const MOST_CARDS = 200;

/** Describes the content of a card in one line. */
function gives(card: PackageCard, t: T): string {
  const times =
    card.kind === "period"
      ? t("cards.sellCard.unlimited")
      : t(card.bonusTimes > 0 ? "cards.sellCard.free" : "cards.sellCard.times", { times: card.times, bonus: card.bonusTimes });
  return t("cards.sellCard.days", { times, days: card.validDays, opens: card.opens.join(t("list.and")) });
}

export function SellCard() {
  const t = useT();
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [cardId, setCardId] = useState<string>();
  const { search } = useLocation();
  const forId = new URLSearchParams(search).get("member");
  const named = useRead(members.view, { id: forId ?? "" }, { enabled: forId !== null });
  const lastOffer = useRef<string>(undefined);
  useEffect(() => {
    if (!named.data || forId === null || lastOffer.current === forId) return;
    lastOffer.current = forId;
    setBooker({ ...NO_BOOKER, member: named.data });
  }, [named.data, forId]);
  useUnsaved(booker.member !== undefined);
  const read = useRead(cards.definitions, { shelf: "on", page: 0, size: MOST_CARDS }, { staleTime: 0 });
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  const offered = read.data.content;
  if (offered.length === 0)
    return <EmptyState title={t("cards.sellCard.noPackageCardSale")} hint={t("cards.sellCard.addOneUnderPackage")} />;
  return (
    <AntdScope>
      <div className="pad">
        <header className="page-head">
          <h1>{t("cards.sellCard.sellPackageCard")}</h1>
        </header>
        <SellForm
          // Purses are the member's own: what was typed for another one does not count.
          key={booker.member?.id ?? ""}
          offered={offered}
          booker={booker}
          cardId={cardId}
          onBooker={setBooker}
          onCard={setCardId}
        />
      </div>
    </AntdScope>
  );
}

function SellForm({
  offered,
  booker,
  cardId,
  onBooker,
  onCard,
}: {
  offered: readonly PackageCard[];
  booker: BookerDraft;
  cardId: string | undefined;
  onBooker: (booker: BookerDraft) => void;
  onCard: (id: string | undefined) => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const today = useToday();
  const input = useRef<HTMLInputElement>(null);
  const [startsOn, setStartsOn] = useState<string>();
  const card = offered.find(({ id }) => id === cardId);
  const { member } = booker;
  const due = card ? fen(card.price) : 0;
  const { lines, purses, split, setLines } = usePayLines(due, member?.id ?? null);
  const sell = useCall(cards.sell);
  const dated = card?.activation === "fixedDate";
  const start = dated ? (startsOn ?? today) : today;
  // Anything the sale would refuse is refused before the customer pays: nothing is collected until then.
  const check = useRead(
    cards.sellPreview,
    { memberId: member?.id ?? "", packageCardId: card?.id ?? "", ...(dated ? { startsOn: start } : {}) },
    { enabled: member !== undefined && card !== undefined, staleTime: 0 },
  );
  const act = async (): Promise<void> => {
    if (!member || !card || !lines) return;
    const payments = toPayments(lines);
    try {
      const done = await sell.run({
        memberId: member.id,
        packageCardId: card.id,
        payments,
        ...(dated ? { startsOn: start } : {}),
      });
      announcePaid(t("cards.sellCard.sold", { name: done.memberName, card: done.name, no: done.no }), payments);
      onBooker(NO_BOOKER);
      void navigate(`${LIST}/${done.id}`);
    } catch {
      // Shown in the form; everything typed stays.
    }
  };
  return (
    <div className="panel card-sell">
      <PanelForm
        act={card ? t("cards.sellCard.takeSell", { amount: showFen(due) }) : t("cards.sellCard.sell")}
        pending={sell.pending}
        ready={member !== undefined && card !== undefined && lines !== undefined && split.ok && check.isSuccess}
        error={sell.error ?? check.error ?? undefined}
        total={<FormTotal title={card?.name ?? t("cards.sellCard.paid")} amount={showFen(due)} />}
        back={t("list.draftDrop")}
        onAct={act}
        onBack={() => {
          onBooker(NO_BOOKER);
          onCard(undefined);
        }}
      >
        <Booker booker={booker} onBooker={onBooker} input={input} errors={{}} membersOnly />
        <section>
          <fieldset className="card-choose">
            <legend className="sec-t">{t("cards.sellCard.packageCard")}</legend>
            {offered.map((one) => (
              <label key={one.id}>
                <input type="radio" name="card" className="radio" checked={one.id === cardId} onChange={() => onCard(one.id)} />
                <span className="grow">
                  <b>{one.name}</b>
                  <small>{gives(one, t)}</small>
                </span>
                <span>¥{showFen(fen(one.price))}</span>
              </label>
            ))}
          </fieldset>
        </section>
        {card && (
          <p className="sec">
            {card.activation === "firstUse"
              ? t("cards.sellCard.startsFirstUseRuns", { days: card.validDays })
              : t("cards.sellCard.startsEnds", {
                  from: start,
                  to: addDays(start, card.kind === "period" ? card.validDays - 1 : card.validDays),
                })}
          </p>
        )}
        {dated && (
          <label>
            <span className="field-label">{t("cards.sellCard.starts")}</span>
            <DayField aria-label={t("cards.sellCard.starts")} value={start} min={today} onChange={setStartsOn} />
          </label>
        )}
        {due > 0 && member && lines && check.isSuccess && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
      </PanelForm>
    </div>
  );
}
