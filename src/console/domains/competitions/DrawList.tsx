import { useEffect, useState } from "react";
import { type DrawView, matches } from "../../../contract/competitions/matches";
import { toError } from "../../api/to-error";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Ask } from "../../ui/Ask";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { Brackets, Groups } from "./Bracket";
import { ChangeDraw } from "./ChangeDraw";
import { DrawSheets, type Paper } from "./DrawSheets";
import { DrawFacts } from "./DrawFacts";
import { SeedEntries } from "./SeedEntries";
import { ReasonDialog } from "./ReasonDialog";
import { EventPicker, Picker, useEvents } from "./use-events";
import "./competitions.css";

/** Interval between the reveals of two lines, ms. */
const REVEAL_MS = 450;

/** The draw of an event: made by lots of a recorded seed, undone with a reason, published and then kept. */
export function DrawList() {
  const t = useT();
  const chosen = useEvents(({ entries, status }) => entries > 1 && (status === "closed" || status === "running"));
  const { event } = chosen;
  const draw = useRead(matches.draw, { eventId: event?.id ?? "" }, { enabled: event !== undefined });
  if (chosen.error && !chosen.isLoaded) return <ErrorState what={chosen.error.message} />;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t("competitions.drawList.draw")}</h1>
        <EventPicker {...chosen} />
      </header>
      {chosen.isLoaded && !event && (
        <EmptyState icon="trophy" title={t("competitions.drawList.noEventsDrawYet")} hint={t("competitions.drawList.addGameEventsDraw")} />
      )}
      {draw.error && <ErrorState what={draw.error.message} onRetry={() => void draw.refetch()} />}
      {!draw.data && event && !draw.error && <SkeletonText lines={8} label={t("ui.loading")} />}
      {draw.data && <Drawn key={draw.data.eventId} view={draw.data} again={() => void draw.refetch()} />}
    </div>
  );
}

function Drawn({ view, again }: { view: DrawView; again: () => void }) {
  const t = useT();
  const may = useCan("draw_make");
  const make = useCall(matches.makeDraw);
  const undo = useCall(matches.undoDraw);
  const publish = useCall(matches.publishDraw);
  const [failure, setFailure] = useState<Error>();
  const [asking, setAsking] = useState<"undo" | "publish">();
  const [isSeeding, setIsSeeding] = useState(false);
  const [changing, setChanging] = useState<"swap" | "replace">();
  const [openVersion, setOpenVersion] = useState<number>();
  const [paper, setPaper] = useState<Paper>("A4");
  const knockout = view.stages.find(({ kind }) => kind === "knockout");
  const lines = knockout?.lines ?? [];
  useEffect(() => {
    if (openVersion === undefined) return undefined;
    const timer = setTimeout(() => setOpenVersion(openVersion >= lines.length ? undefined : openVersion + 1), REVEAL_MS);
    return () => clearTimeout(timer);
  }, [openVersion, lines.length]);
  const act = async (doing: Promise<unknown>, done: string): Promise<void> => {
    setFailure(undefined);
    try {
      await doing;
      notify.success(done);
    } catch (error) {
      setFailure(toError(error));
    } finally {
      again();
    }
  };
  const { draw } = view;
  const byes = lines.filter(({ kind }) => kind === "bye").length;
  return (
    <>
      <div className="comp-bar">
        {draw === null ? (
          <StatusTag tone="waiting">{t("competitions.drawList.draw2")}</StatusTag>
        ) : draw.published ? (
          <StatusTag tone="success">{t("competitions.drawList.publishedLocked")}</StatusTag>
        ) : (
          <StatusTag tone="waiting">{t("competitions.drawList.drawnNotPublished")}</StatusTag>
        )}
        <span className="mut">
          {t("competitions.drawList.entries", { count: view.entrants.length })}
          {byes > 0 && t("competitions.drawList.byesSeedsFirst", { byes })}
        </span>
        <span className="grow" />
        {draw !== null && (
          <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
            {t("list.print")}
          </CommandButton>
        )}
        {knockout && (
          <Picker
            label={t("competitions.drawList.paper")}
            value={paper}
            of={(["A4", "A3"] as const).map((id) => ({ id, title: id }))}
            onPick={(id) => setPaper(id === "A3" ? "A3" : "A4")}
          />
        )}
        {lines.length > 0 && (
          <CommandButton icon="play" kind="quiet" onClick={() => setOpenVersion(0)} spent={openVersion !== undefined}>
            {t("competitions.drawList.showLineLine")}
          </CommandButton>
        )}
        {may && draw !== null && view.state !== "finished" && (
          <>
            <CommandButton icon="swap" onClick={() => setChanging("swap")}>
              {t("competitions.drawList.swapLines")}
            </CommandButton>
            <CommandButton icon="members" onClick={() => setChanging("replace")}>
              {t("competitions.drawList.replace")}
            </CommandButton>
          </>
        )}
        {may && draw !== null && !draw.published && (
          <>
            <CommandButton icon="refresh" onClick={() => setAsking("undo")}>
              {t("competitions.drawList.undo")}
            </CommandButton>
            <CommandButton kind="primary" icon="lock" onClick={() => setAsking("publish")}>
              {t("competitions.drawList.publishLock")}
            </CommandButton>
          </>
        )}
        {may && draw === null && (
          <CommandButton icon="chart" onClick={() => setIsSeeding(true)}>
            {t("competitions.seeding.open")}
          </CommandButton>
        )}
        {may && draw === null && (
          <CommandButton
            kind="primary"
            busy={make.pending}
            onClick={() => void act(make.run({ eventId: view.eventId }), t("competitions.drawList.drawn"))}
            why={view.entrants.length < 2 ? t("competitions.drawList.drawNeedsTwoEntries") : undefined}
          >
            {t("competitions.drawList.drawNow")}
          </CommandButton>
        )}
      </div>
      {failure && <Failure>{failure.message}</Failure>}
      <div className="comp-split" data-public={openVersion !== undefined || undefined}>
        <DrawFacts view={view} />
        <div className="comp-main">
          {view.stages.map((stage) =>
            stage.groups.length > 0 ? (
              <Groups key="groups" stage={stage} />
            ) : (
              <Brackets key={stage.kind} stage={stage} shown={stage.kind === "knockout" ? openVersion : undefined} />
            ),
          )}
          {view.stages.length === 0 && (
            <EmptyState
              icon="trophy"
              title={t("competitions.drawList.notDrawnYet")}
              hint={t("competitions.drawList.seedsStandWhereRule")}
            />
          )}
        </div>
      </div>
      {knockout && knockout.matches.length > 0 && <DrawSheets view={view} stage={knockout} paper={paper} />}
      {isSeeding && (
        <SeedEntries
          view={view}
          onClose={() => {
            setIsSeeding(false);
            again();
          }}
        />
      )}
      {changing && (
        <ChangeDraw
          view={view}
          how={changing}
          onClose={() => setChanging(undefined)}
          onDone={() => {
            setChanging(undefined);
            again();
          }}
        />
      )}
      {asking === "undo" && (
        <ReasonDialog
          title={t("competitions.drawList.undoDraw")}
          act={t("common.undo")}
          onClose={() => setAsking(undefined)}
          onAct={async (reason) => {
            await undo.run({ eventId: view.eventId, reason });
            again();
          }}
        />
      )}
      {asking === "publish" && (
        <Ask
          title={t("competitions.drawList.publishLockDraw")}
          answers={[
            {
              title: t("competitions.drawList.publish"),
              kind: "primary",
              act: () => {
                setAsking(undefined);
                void act(publish.run({ eventId: view.eventId }), t("competitions.drawList.published"));
              },
            },
            { title: t("common.cancel"), act: () => setAsking(undefined) },
          ]}
          onClose={() => setAsking(undefined)}
        >
          {t("competitions.drawList.publishedCantDrawnAnew")}
        </Ask>
      )}
    </>
  );
}
