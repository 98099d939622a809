import { type FormEvent, useEffect, useRef, useState } from "react";
import { capacitySessions, type GateScan } from "../../../contract/capacitySessions/capacity-sessions";
import { act } from "../../api/act";
import { newKey } from "../../api/idempotency-key";
import { useRead } from "../../api/use-read";
import { useScan } from "../../desk/use-scan";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { ErrorState } from "../../ui/ErrorState";
import { grouped } from "../../ui/grouped";
import { Icon } from "../../ui/Icon";
import { SkeletonText } from "../../ui/Skeleton";
import { type Tone, StatusTag } from "../../ui/StatusTag";
import { When, WhenDay } from "../../ui/When";
import { speak } from "../../voice/speak";
import { BAND_KINDS } from "./use-desk-scans";
import { percentOf, spanOf } from "./words";

/** A scan of this page, as the list shows it. */
interface Seen extends GateScan {
  readonly key: string;
  readonly at: string;
}
/** Scans that stay in the list. */
const MOST_SEEN = 30;
/** Percent of the places from which the gate warns. */
const NEARLY_FULL = 90;

const OUTCOMES = {
  admitted: { tone: "success", icon: "check", word: "capacitySessions.gate.in", big: "capacitySessions.gate.come" },
  banded: { tone: "success", icon: "tag", word: "capacitySessions.bands.give", big: "capacitySessions.gate.wristbandGiven" },
  left: { tone: "neutral", icon: "tag", word: "capacitySessions.gate.out", big: "capacitySessions.gate.out2" },
  refused: { tone: "error", icon: "close", word: "capacitySessions.gate.refused", big: "capacitySessions.gate.notAdmitted" },
} as const satisfies Record<GateScan["outcome"], { tone: Tone; [key: string]: unknown }>;

/**
 * The gate: one box for cards, wristbands, numbers and ends of phones. What came of the last scan is to be read from two metres and is
 * spoken; beside it, how many people are in.
 */
export function Gate() {
  const t = useT();
  const may = useCan("session_book");
  const [typed, setTyped] = useState("");
  const [seen, setSeen] = useState<readonly Seen[]>([]);
  const box = useRef<HTMLInputElement>(null);
  const queue = useRef(Promise.resolve());
  /** The booking that came in last, and how many of it have no wristband yet. */
  const last = useRef<{ id: string; without: number }>(undefined);
  useEffect(() => box.current?.focus(), []);

  const pass = async (code: string): Promise<void> => {
    const given = last.current;
    let scanned: GateScan;
    try {
      // Each scan is an action of its own: the same card again is not a second try.
      scanned = await act(capacitySessions.scan, { code, ...(given && given.without > 0 ? { lastId: given.id } : {}) }, newKey());
    } catch (error) {
      scanned = { ...REFUSED, why: error instanceof Error ? error.message : String(error) };
    }
    const { outcome, booking, name, why } = scanned;
    if (outcome === "admitted" && booking) last.current = { id: booking.id, without: booking.attendees };
    else if (outcome === "banded" && given) last.current = { ...given, without: given.without - 1 };
    else if (outcome === "refused") last.current = undefined;
    if (outcome === "admitted") speak(t("capacitySessions.gate.welcome", { name: name || t("capacitySessions.walkIn") }));
    if (outcome === "refused") speak(why);
    setSeen((before) => [{ ...scanned, key: newKey(), at: new Date().toISOString() }, ...before].slice(0, MOST_SEEN));
  };
  // One after the other: the wristband that follows a card is that card's.
  const submit = (code: string): void => {
    if (code.trim() !== "") queue.current = queue.current.then(() => pass(code.trim()));
  };
  useScan(
    BAND_KINDS,
    ({ text }) => {
      if (!may || document.querySelector("dialog[open]")) return false;
      setTyped("");
      submit(text);
      return true;
    },
    true,
  );
  const enter = (event: FormEvent): void => {
    event.preventDefault();
    submit(typed);
    setTyped("");
  };
  const [now, ...before] = seen;
  return (
    <div className="gate">
      <div className="gate-main">
        <h1 className="sr">{t("capacitySessions.gate2")}</h1>
        <form className="gate-box" onSubmit={enter}>
          <Icon name="scan" />
          <input
            ref={box}
            value={typed}
            maxLength={40}
            disabled={!may}
            aria-label={t("capacitySessions.gate.cardBookingNumberWristband")}
            placeholder={t("capacitySessions.gate.cardWristbandNumberLast")}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
        <div role="status">{now ? <Result scan={now} /> : <Waiting />}</div>
        {before.length > 0 && (
          <section className="gate-seen" aria-label={t("capacitySessions.gate.latestScans")}>
            <h2>{t("capacitySessions.gate.latestScans")}</h2>
            <ul>
              {before.map((one) => (
                <li key={one.key}>
                  <When at={one.at} />
                  <b className="cut" title={one.name}>
                    {one.name || (one.outcome === "refused" ? "—" : t("capacitySessions.walkIn"))}
                  </b>
                  <StatusTag tone={OUTCOMES[one.outcome].tone}>{t(OUTCOMES[one.outcome].word)}</StatusTag>
                  <span className="cut" title={one.why}>
                    {one.why || factsOf(one)}
                  </span>
                  <b className="mono">{one.band}</b>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Inside scans={seen.length} />
    </div>
  );
}
const REFUSED = { outcome: "refused", name: "", why: "", booking: null, card: null, band: "" } as const satisfies GateScan;

/** The session and hall that a scan let into. */
const factsOf = ({ booking }: GateScan): string => (booking ? `${booking.session.hallName} ${spanOf(booking.session)}` : "");

function Waiting() {
  const t = useT();
  return (
    <div className="gate-result" data-tone="none">
      <p className="gate-word">{t("capacitySessions.gate.scanCard")}</p>
    </div>
  );
}

function Result({ scan }: { scan: GateScan }) {
  const t = useT();
  const { tone, icon, big } = OUTCOMES[scan.outcome];
  const { booking, card, band, why, name } = scan;
  return (
    <div className="gate-result" data-tone={tone}>
      <span className="gate-mark">
        <Icon name={icon} />
      </span>
      <div className="grow">
        <p className="gate-word">{t(big)}</p>
        <p className="gate-name">
          {name}
          {booking && booking.attendees > 1 && <small>{t("capacitySessions.attendeesCount", { attendees: booking.attendees })}</small>}
        </p>
        <p className="gate-facts">
          {why || factsOf(scan)}
          {card &&
            (card.left === null ? (
              <>
                {" · "}
                {card.name} {t("capacitySessions.gate.until")} <WhenDay day={card.expiresOn} />
              </>
            ) : (
              t("capacitySessions.gate.n1Use", { card: card.name, before: card.left + 1, after: card.left })
            ))}
        </p>
      </div>
      {band !== "" && (
        <p className="gate-band">
          <small>{t("capacitySessions.gate.wristband")}</small>
          <b>{band}</b>
        </p>
      )}
    </div>
  );
}

/** Shows the number of people inside; reads it again after each scan, and when another desk changes it. */
function Inside({ scans }: { scans: number }) {
  const t = useT();
  const read = useRead(capacitySessions.gate, {}, { keepPrevious: true });
  const { refetch } = read;
  useEffect(() => {
    if (scans > 0) void refetch();
  }, [scans, refetch]);
  const { data } = read;
  if (read.error && !data)
    return (
      <aside className="gate-inside">
        <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
      </aside>
    );
  if (!data)
    return (
      <aside className="gate-inside">
        <SkeletonText lines={4} label={t("ui.loading")} />
      </aside>
    );
  const percent = percentOf(data.inside, data.places);
  const nearly = data.places > 0 && percent >= NEARLY_FULL;
  return (
    <aside className="gate-inside" aria-label={t("capacitySessions.gate.peopleInside")}>
      <p className="row">
        {t("capacitySessions.gate.peopleInside")}
        <span className="grow" />
        {nearly && <StatusTag tone="waiting">{t("capacitySessions.gate.nearlyFull")}</StatusTag>}
      </p>
      <p className="gate-count" data-nearly={nearly || undefined}>
        <b>{grouped(data.inside)}</b> / {grouped(data.places)}
      </p>
      <span className="sess-bar">
        <i style={{ width: `${Math.min(percent, 100)}%` }} />
      </span>
      <ul>
        {data.halls.map((hall) => (
          <li key={hall.id} className="row">
            <span className="grow cut" title={hall.name}>
              {hall.name}
            </span>
            <b>{grouped(hall.inside)}</b>&nbsp;/ {grouped(hall.places)}
          </li>
        ))}
      </ul>
      {data.halls.length === 0 && <p className="mut">{t("capacitySessions.gate.noSessionOpenNow")}</p>}
    </aside>
  );
}
