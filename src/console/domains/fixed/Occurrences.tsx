import { useRef, useState } from "react";
import { Link } from "react-router";
import { booking } from "../../../contract/booking/booking";
import { type FixedDetail, type Occurrence, fixed, SCOPES, type Scope } from "../../../contract/fixed/fixed";
import { clock, DAY_MINUTES, GRANULE, span } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { weekdayName } from "../../ui/format-time";
import { StatusTag } from "../../ui/StatusTag";
import { reasonProblem, reasonOk } from "../../ui/form/PanelForm";
import { placeLabel } from "../../ui/format-place";
import { Panel } from "./panels/Panel";
import { Reason } from "./panels/Reason";
import { OCCURRENCE_TONE } from "./words";
import { DayInput } from "../../ui/form/DayInput";

const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => i * GRANULE);
type Edit = "leave" | "move" | "cancel";
const EDITS: readonly Edit[] = ["leave", "move", "cancel"];

/** Every occurrence of a contract; those ahead can be given up or moved. */
export function Occurrences({ contract, onChanged }: { contract: FixedDetail; onChanged: () => void }) {
  const t = useT();
  const language = useLanguage();
  const mayModify = useCan("fixed_modify") && contract.state === "active";
  const [open, setOpen] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  if (contract.occurrences.length === 0) return null;
  const ahead = contract.occurrences.filter((one) => one.open);
  const rest = contract.occurrences.filter((one) => !one.open).toReversed();
  const row = (one: Occurrence) => {
    const day = `${one.day} ${weekdayName(one.day, language)}`;
    const place = placeLabel(one.placeName, t);
    return (
      <li key={one.id} data-past={!one.open || undefined}>
        <span className="fixed-day">
          <Link to={`/book/venue-booking?day=${one.day}`} title={t("fixed.inGrid")}>
            {day}
          </Link>
        </span>
        <span className="fixed-what cut" title={one.note}>
          {place} <span className="sec">{span(one.start, one.end)}</span>
          {one.holiday && <em className="bad"> {one.holiday}</em>}
          {one.note !== "" && <small className="sec">{one.note}</small>}
        </span>
        <StatusTag tone={one.missed ? "error" : OCCURRENCE_TONE[one.state]}>
          {one.missed ? t("fixed.missed") : t(`fixed.occurrence.${one.state}`)}
        </StatusTag>
        <span className="fixed-price">
          <Money value={one.price} />
        </span>
        {one.open && mayModify ? (
          <button
            type="button"
            className="icon-button"
            aria-label={t("fixed.actOn", { day, place })}
            aria-expanded={open === one.id}
            onClick={() => setOpen(open === one.id ? undefined : one.id)}
          >
            <Icon name="more" />
          </button>
        ) : (
          <span />
        )}
        {open === one.id && (
          <EditPanel
            contract={contract}
            one={one}
            onBack={() => setOpen(undefined)}
            onDone={() => {
              setOpen(undefined);
              onChanged();
              title.current?.focus(); // the row goes: the focus moves to the first that is left
            }}
          />
        )}
      </li>
    );
  };
  return (
    <section className="fixed-section">
      <h3 ref={title} tabIndex={-1}>
        {t("fixed.ahead", { count: ahead.length })}
      </h3>
      <ul className="fixed-rows">{ahead.map(row)}</ul>
      {rest.length > 0 && (
        <details open={ahead.length === 0}>
          <summary>{t("fixed.over", { count: rest.length })}</summary>
          <ul className="fixed-rows">{rest.map(row)}</ul>
        </details>
      )}
    </section>
  );
}

/** Leave, move or cancel; for this one, this and later, or all. */
function EditPanel({ contract, one, onBack, onDone }: { contract: FixedDetail; one: Occurrence; onBack: () => void; onDone: () => void }) {
  const t = useT();
  const { venue } = useSession();
  const [edit, setEdit] = useState<Edit>("leave");
  const [scope, setScope] = useState<Scope>("one");
  const [reason, setReason] = useState("");
  const [make, setMake] = useState<"credit" | "extend">("credit");
  const [to, setTo] = useState({ placeId: one.placeId, day: one.day, start: one.start, end: one.end });
  const places = useRead(booking.places, { venueId: venue?.venueId ?? "" }, { enabled: edit === "move", staleTime: 60_000 });
  const leave = useCall(fixed.leave);
  const move = useCall(fixed.move);
  const cancel = useCall(fixed.cancel);
  const work = { leave, move, cancel }[edit];
  const of = { id: contract.id, occurrenceId: one.id, scope };
  const run = (): Promise<FixedDetail> => {
    if (edit === "leave") return leave.run({ ...of, make, reason: reason.trim() });
    if (edit === "cancel") return cancel.run({ ...of, reason: reason.trim() });
    const { day, ...where } = to;
    return move.run({ ...of, ...where, ...(scope === "one" ? { day } : {}) });
  };
  const time = (key: "start" | "end") => (
    <label>
      <span className="field-label">{t(`fixed.${key}`)}</span>
      <span className="input">
        <select value={to[key]} onChange={(event) => setTo({ ...to, [key]: Number(event.target.value) })}>
          {TIMES.map((minute) => (
            <option key={minute} value={minute}>
              {clock(minute)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
  return (
    <Panel
      title={t("fixed.actOn", { day: one.day, place: placeLabel(one.placeName, t) })}
      act={t(`fixed.act.${edit}`)}
      danger={edit === "cancel"}
      ready={edit === "move" ? to.end > to.start && to.day !== "" : reasonOk(reason)}
      lacks={edit === "move" ? undefined : reasonProblem(reason, t)}
      pending={work.pending}
      error={work.error}
      onBack={onBack}
      onAct={() => {
        run()
          .then(onDone)
          .catch(() => undefined); // shown in the panel
      }}
    >
      <div className="row">
        <div className="seg" role="group" aria-label={t("common.edit")}>
          {EDITS.map((each) => (
            <button key={each} type="button" aria-pressed={edit === each} onClick={() => setEdit(each)}>
              {t(`fixed.act.${each}`)}
            </button>
          ))}
        </div>
        <div className="seg" role="group" aria-label={t("fixed.scope")}>
          {SCOPES.map((each) => (
            <button key={each} type="button" aria-pressed={scope === each} onClick={() => setScope(each)}>
              {t(`fixed.scopes.${each}`)}
            </button>
          ))}
        </div>
      </div>
      {edit === "move" ? (
        <div className="fixed-two">
          <label>
            <span className="field-label">{t("fixed.moveTo")}</span>
            <span className="input">
              <select value={to.placeId} onChange={(event) => setTo({ ...to, placeId: event.target.value })}>
                {(places.data?.places ?? []).map((place) => (
                  <option key={place.id} value={place.id}>
                    {placeLabel(place.name, t)}
                  </option>
                ))}
              </select>
            </span>
          </label>
          <label>
            <span className="field-label">{t("fixed.moveDay")}</span>
            <DayInput value={to.day} disabled={scope !== "one"} onChange={(day) => setTo({ ...to, day })} />
          </label>
          {time("start")}
          {time("end")}
        </div>
      ) : (
        <Reason value={reason} onValue={setReason} />
      )}
      {edit === "leave" && (
        <div className="seg" role="group" aria-label={t("fixed.make")}>
          <button type="button" aria-pressed={make === "credit"} onClick={() => setMake("credit")}>
            {t("fixed.makeCredit")}
          </button>
          <button type="button" aria-pressed={make === "extend"} onClick={() => setMake("extend")}>
            {t("fixed.makeExtend")}
          </button>
        </div>
      )}
    </Panel>
  );
}
