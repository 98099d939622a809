import "../../theme/form.css";
import "../../desk/desk.css";
import "../capacitySessions/capacity-sessions.css";
import "./open-play.css";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type OpenPlayDetail, type OpenPlayTicket, openPlay } from "../../../contract/openPlay/open-play";
import { actions, openPlayEvent } from "../../../contract/core/states";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { useExport } from "../../ui/list/use-export";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { RecordDrawer } from "../../ui/RecordDrawer";
import { StatusTag } from "../../ui/StatusTag";
import { useToday } from "../../ui/today";
import { When, WhenDay } from "../../ui/When";
import { placesIn } from "../../ui/format-place";
import { CancelPlay } from "./CancelPlay";
import { JoinedBar } from "./JoinedBar";
import { JoinForm } from "./JoinForm";
import { LeaveForm } from "./LeaveForm";
import { Tickets } from "./Tickets";
import { OPEN_PLAY_TONE, spanOf } from "./words";

type Doing = { kind: "join" | "list" | "cancel" } | { kind: "leave"; ticket: OpenPlayTicket };

/** An open play beside the list: how full it is, joining, who joined, leaving, cancelling. */
export function OpenPlayDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  return (
    <RecordDrawer<OpenPlayDetail> label={t("openPlay.show")} width={480} resource="openPlay" id={id} onClose={onClose}>
      {(found, again) => <Body play={found} onClose={onClose} onChanged={again} />}
    </RecordDrawer>
  );
}

function Body({ play, onClose, onChanged }: { play: OpenPlayDetail; onClose: () => void; onChanged: () => void }) {
  const t = useT();
  const mayJoin = useCan("open_play_join");
  const mayManage = useCan("open_play_manage");
  const mayExport = useCan("open_play_export");
  const roster = useExport(openPlay.roster, { id: play.id });
  const booker = useRef<HTMLInputElement>(null);
  const [doing, setDoing] = useState<Doing>();
  const runs = play.state === "open" || play.state === "confirmed";
  const joins = runs && mayJoin;
  const mayEnterLate = useCan("booking_no_show_check_in");
  const today = useToday();
  const enters = mayJoin && play.day === today && (play.state === "confirmed" || (play.state === "finished" && mayEnterLate));
  const left = play.capacity - play.attendees;
  const came = play.tickets.reduce((sum, ticket) => sum + ticket.entered, 0);
  const now: Doing = doing ?? { kind: joins && left > 0 ? "join" : "list" };
  const back = (): void => setDoing({ kind: "list" });
  const changed = (): void => {
    onChanged();
    back();
  };
  return (
    <div className="panel op">
      <header className="hd">
        <div className="grow">
          <h2>{play.title}</h2>
          <p>
            <WhenDay day={play.day} /> {spanOf(play)} · {play.program} {placesIn(play.places, t)}
          </p>
          <p className="row tags">
            <StatusTag tone={OPEN_PLAY_TONE[play.state]}>{t(`openPlay.states.${play.state}`)}</StatusTag>
            <span>
              <Money value={play.price} /> {t("openPlay.perHead")}
            </span>
          </p>
        </div>
        {mayExport && play.tickets.length > 0 && (
          <Button kind="quiet" icon={roster.busy ? "close" : "export"} aria-label={t("openPlay.roster")} onClick={roster.press} />
        )}
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <div className="sess-fill">
        <JoinedBar play={play} />
        <span>{t("openPlay.attendeesOf", { attendees: play.attendees, capacity: play.capacity, minimum: play.minimum })}</span>
        <b>{left === 0 ? t("openPlay.full") : t("openPlay.left", { left })}</b>
      </div>
      <dl className="op-facts">
        <dt>{t("openPlay.deadline")}</dt>
        <dd>
          <When at={play.deadline} />
        </dd>
        {play.levels.length > 0 && (
          <>
            <dt>{t("openPlay.levels")}</dt>
            <dd className="op-prices">
              {play.levels.map((level) => (
                <span key={level.cardTypeId} className="row">
                  <CardTypeTag style={level.colour}>{level.name}</CardTypeTag> <Money value={level.price} />
                </span>
              ))}
            </dd>
          </>
        )}
        {came > 0 && (
          <>
            <dt>{t("openPlay.came")}</dt>
            <dd>
              {came} / {play.attendees}
            </dd>
          </>
        )}
        <dt>{t("openPlay.income")}</dt>
        <dd>
          <Money value={play.income} />
        </dd>
        {play.remark !== "" && (
          <>
            <dt>{t("openPlay.remark")}</dt>
            <dd>{play.remark}</dd>
          </>
        )}
        {play.reason !== "" && (
          <>
            <dt>{t("openPlay.reason")}</dt>
            <dd>{play.reason}</dd>
          </>
        )}
      </dl>
      {mayManage && (
        <Manage play={play} cancels={now.kind === "cancel"} onCancel={() => setDoing({ kind: "cancel" })} onChanged={onChanged} />
      )}
      {joins && (now.kind === "join" || now.kind === "list") && (
        <div className="seg seg-block sess-tabs" role="group" aria-label={t("openPlay.does")}>
          <button type="button" aria-pressed={now.kind === "join"} onClick={() => setDoing({ kind: "join" })}>
            {t("openPlay.join")}
          </button>
          <button type="button" aria-pressed={now.kind === "list"} onClick={back}>
            {t("openPlay.tickets", { count: play.tickets.filter((ticket) => ticket.state !== "left").length })}
          </button>
        </div>
      )}
      {joins && (
        <div className="sess-form" hidden={now.kind !== "join"}>
          <JoinForm play={play} input={booker} onDone={onChanged} />
        </div>
      )}
      {now.kind === "list" && (
        <Tickets
          play={play}
          mayLeave={joins}
          mayEnter={enters}
          mayPayOut={mayJoin}
          onLeave={(ticket) => setDoing({ kind: "leave", ticket })}
          onChanged={onChanged}
        />
      )}
      {now.kind === "cancel" && <CancelPlay play={play} onBack={back} onDone={changed} />}
      {now.kind === "leave" && <LeaveForm ticket={now.ticket} onBack={back} onDone={changed} />}
    </div>
  );
}

/** Shows the actions that the state allows a manager. */
function Manage({
  play,
  cancels,
  onCancel,
  onChanged,
}: {
  play: OpenPlayDetail;
  cancels: boolean;
  onCancel: () => void;
  onChanged: () => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const open = useCall(openPlay.open);
  const allowed: readonly string[] = actions(openPlayEvent, play.state);
  if (!allowed.includes("cancel")) return null;
  const act = (): void => {
    open
      .run({ id: play.id })
      .then(() => {
        notify.success(t("openPlay.opened", { title: play.title }));
        onChanged();
      })
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  return (
    <div className="sess-manage">
      {allowed.includes("open") && (
        <Button kind="primary" icon="check" busy={open.pending} onClick={act}>
          {t("openPlay.act.open")}
        </Button>
      )}
      <Button icon="edit" onClick={() => void navigate(`/book/open-play-form/${play.id}`)}>
        {t("openPlay.act.edit")}
      </Button>
      <Button icon="close" aria-pressed={cancels} onClick={onCancel}>
        {t("openPlay.act.cancel")}
      </Button>
    </div>
  );
}
