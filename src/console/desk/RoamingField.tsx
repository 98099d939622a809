import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { fen, showFen } from "../../contract/core/money";
import { roaming, type RoamingCard } from "../../contract/roaming/roaming";
import { useCall } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import type { FoundCard } from "./payments";
import { useScan } from "./use-scan";
import { isOfInputMethod } from "../keys/ime";

const LABEL = "desk.roamingField.wholeCardMobileNumber";

const toFound = ({ venueId, memberId, name, cardNo, cardType, venueName, balance }: RoamingCard): FoundCard => ({
  venueId,
  memberId,
  title: `${name} ${cardNo} · ${cardType} · ${venueName}`,
  balance: fen(balance),
});

/** The card of another venue of a line: looked up by its whole number or its holder's whole mobile, typed or scanned. */
export function RoamingField({ found, onFound }: { found: FoundCard | undefined; onFound: (card: FoundCard) => void }) {
  const t = useT();
  const id = useId();
  const { run, pending, error, reset } = useCall(roaming.find);
  const [text, setText] = useState("");
  const [cards, setCards] = useState<readonly RoamingCard[]>();
  // Reads the lines that are current when the answer arrives, so that nothing typed meanwhile is undone.
  const now = useRef(onFound);
  useEffect(() => {
    now.current = onFound;
  });
  const look = (q: string): void => {
    setText(q);
    setCards(undefined);
    if (q.trim() === "") return;
    run({ q })
      .then(({ content }) => {
        const [only, another] = content;
        if (only && !another) now.current(toFound(only));
        else setCards(content);
      })
      .catch(() => undefined); // shown under the field
  };
  useScan(["member", "other"], (scan) => {
    if (found) return false;
    look(scan.text);
    return true;
  });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || isOfInputMethod(event)) return;
    event.preventDefault(); // the form is submitted by the next one, when the card is known
    look(text);
  };
  const none = cards?.length === 0 ? t("desk.roamingField.noSuchCardMay") : undefined;
  const problem = error?.message ?? none;
  return (
    <div className="pay-coupon">
      <span className="input">
        <input
          aria-label={t(LABEL)}
          placeholder={t(LABEL)}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={found?.title ?? text}
          readOnly={found !== undefined}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={id}
          onChange={(event) => {
            setText(event.target.value);
            setCards(undefined);
            reset();
          }}
          onKeyDown={found ? undefined : onKey}
        />
      </span>
      {!found && (
        <Button icon="search" onClick={() => look(text)} busy={pending}>
          {t("desk.roamingField.findCard")}
        </Button>
      )}
      {!found && cards && cards.length > 1 && (
        <div className="chips" role="group" aria-label={t(LABEL)}>
          {cards.map((card) => (
            <button key={`${card.venueId} ${card.memberId}`} type="button" onClick={() => onFound(toFound(card))}>
              {toFound(card).title} {showFen(fen(card.balance))}
            </button>
          ))}
        </div>
      )}
      <p id={id} className={problem === undefined ? "pay-note mut" : "pay-note bad"} aria-live="polite">
        {problem ?? (found ? "" : t("desk.roamingField.anotherVenueIfType"))}
      </p>
    </div>
  );
}
