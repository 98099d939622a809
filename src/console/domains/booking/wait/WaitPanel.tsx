import { waitlist, type WaitlistEntry } from "../../../../contract/waitlist/waitlist";
import { actions, waitlistEntry } from "../../../../contract/core/states";
import { useCall } from "../../../api/use-call";
import { useLanguage, useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Button } from "../../../ui/Button";
import { notify } from "../../../ui/notices";
import { Phone } from "../../../ui/Phone";
import { StatusTag, type Tone } from "../../../ui/StatusTag";
import { When } from "../../../ui/When";
import { dayTitle } from "../../../ui/format-days";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { ListPanel } from "../panel/ListPanel";
import { useWaitlist } from "./use-waitlist";

const TONE: Partial<Record<WaitlistEntry["state"], Tone>> = { offered: "waiting", lapsed: "warning" };

/** The day's waitlist: who is offered a place until when, who waits in which order; each accepted, queued again or let go from here. */
export function WaitPanel({
  day,
  today,
  onOrder,
  onChanged,
  onClose,
}: {
  day: string;
  today: string;
  /** An offer was accepted, or its order is to be seen. */
  onOrder: (id: string, act: "look" | "pay") => void;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { read, entries } = useWaitlist(day);
  const waits = entries.filter((entry) => entry.state === "waiting").length;
  return (
    <ListPanel
      title={t("booking.wait.title")}
      hint={`${dayTitle(day, today, language, t)} · ${t("booking.wait.count", { count: waits })}`}
      read={read}
      none={entries.length === 0 ? t("booking.wait.none") : undefined}
      onClose={onClose}
    >
      <ul className="waits">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onOrder={onOrder}
            onChanged={() => {
              void read.refetch();
              onChanged();
            }}
          />
        ))}
      </ul>
    </ListPanel>
  );
}

function Entry({
  entry,
  onOrder,
  onChanged,
}: {
  entry: WaitlistEntry;
  onOrder: (id: string, act: "look" | "pay") => void;
  onChanged: () => void;
}) {
  const t = useT();
  const may = useCan("booking_waitlist");
  const mayReserve = useCan("booking_reserve");
  const accept = useCall(waitlist.accept);
  const withdraw = useCall(waitlist.withdraw);
  const requeue = useCall(waitlist.requeue);
  const allowed = may ? actions(waitlistEntry, entry.state) : [];
  const take = async (mode: "hold" | "reserve"): Promise<void> => {
    try {
      const order = await accept.run({ id: entry.id, mode });
      notify.success(t("booking.wait.accepted", { name: entry.name || t("common.walkIn") }));
      onChanged();
      onOrder(order.id, mode === "hold" ? "pay" : "look");
    } catch {
      onChanged();
    }
  };
  const change = async (call: typeof withdraw, done: "withdrawn" | "requeued"): Promise<void> => {
    try {
      await call.run({ id: entry.id });
      notify.success(t(`booking.wait.${done}`, { name: entry.name || t("common.walkIn") }));
    } catch {
      // Shown below.
    }
    onChanged();
  };
  const tone = TONE[entry.state];
  const error = accept.error ?? withdraw.error ?? requeue.error;
  const where = entry.placeName === null ? t("booking.wait.any", { program: entry.programName }) : placeLabel(entry.placeName, t);
  return (
    <li>
      <div className="row">
        {entry.position !== null && <b className="rank">{entry.position}</b>}
        <span className="grow">
          <b>{entry.name || t("common.walkIn")}</b>
          <small>
            {where} {span(entry.start, entry.end)}
            {entry.asGroup && ` · ${t("booking.choice.group")}`}
          </small>
        </span>
        <span className="mut">
          <Phone value={entry.phone} />
        </span>
      </div>
      {tone && (
        <div className="row offer-line">
          <StatusTag tone={tone}>{t(`booking.wait.state.${entry.state}`)}</StatusTag>
          {entry.state === "offered" && entry.offerUntil !== null && (
            <span className="mut">
              {placeLabel(entry.offerPlaceName ?? "", t)} · {t("booking.wait.until")} <When at={entry.offerUntil} />
            </span>
          )}
        </div>
      )}
      {entry.note !== "" && <small className="mut">{entry.note}</small>}
      {error && <p className="field-error">{error.message}</p>}
      <div className="row wait-acts">
        {allowed.includes("accept") && (
          <Button busy={accept.pending} onClick={() => void take("hold")}>
            {t("booking.wait.acceptPay")}
          </Button>
        )}
        {allowed.includes("accept") && mayReserve && (
          <Button busy={accept.pending} onClick={() => void take("reserve")}>
            {t("booking.wait.acceptReserve")}
          </Button>
        )}
        {allowed.includes("requeue") && entry.mayRequeue && (
          <Button busy={requeue.pending} onClick={() => void change(requeue, "requeued")}>
            {t("booking.wait.requeue")}
          </Button>
        )}
        {allowed.includes("withdraw") && (
          <Button kind="quiet" busy={withdraw.pending} onClick={() => void change(withdraw, "withdrawn")}>
            {t("booking.wait.withdraw")}
          </Button>
        )}
      </div>
    </li>
  );
}
