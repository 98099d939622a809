/** Planning that runs outside the request: its progress, a way to cancel it, and its result. */
import { useEffect, useRef, useState } from "react";
import { matches } from "../../../contract/competitions/matches";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";

const POLL_MS = 700;

/**
 * @param watched id of the planning that this screen has started
 * @param onEnd called once it has ended, or another has taken its place
 */
export function PlanProgress({
  gameId,
  watched,
  may,
  onEnd,
}: {
  gameId: string;
  watched: string | undefined;
  may: boolean;
  onEnd: (isDone: boolean) => void;
}) {
  const t = useT();
  const { data, refetch } = useRead(matches.planJob, { gameId }, { staleTime: 0 });
  const cancel = useCall(matches.cancelPlan);
  const job = data?.job ?? null;
  const isRunning = job?.state === "running";
  const reported = useRef<string>(undefined);
  // The job that this screen knew when it started its own: until it has gone, the answer is an old one.
  const [known, setKnown] = useState<{ watched: string | undefined; before: string | undefined }>({ watched, before: undefined });
  if (known.watched !== watched) setKnown({ watched, before: job?.id });
  const isAwaited = watched !== undefined && job?.id !== watched && job?.id === known.before;
  useEffect(() => {
    if (!isRunning && !isAwaited) return undefined;
    const timer = setInterval(() => void refetch(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, isAwaited, refetch]);
  useEffect(() => {
    if (!job || watched === undefined || isAwaited || reported.current === watched) return;
    if (job.id === watched && job.state === "running") return;
    reported.current = watched;
    const isDone = job.id === watched && job.state === "done";
    if (isDone)
      notify.success(t("competitions.planProgress.placedMovedLeftWithout", { placed: job.placed, moved: job.moved, left: job.left }));
    onEnd(isDone);
  }, [job, watched, isAwaited, onEnd, t]);
  if (job?.state === "failed" && job.id === watched) return <Failure>{job.reason}</Failure>;
  if (!isRunning) return null;
  return (
    <p className="notice notice-info" role="status">
      <span className="grow">
        {t("competitions.planProgress.planningEverythingElseWorks", { done: job.done, total: job.total })}{" "}
        <progress max={Math.max(1, job.total)} value={job.done} />
      </span>
      {may && (
        <Button busy={cancel.pending} onClick={() => void cancel.run({ gameId }).then(() => refetch())}>
          {t("competitions.planProgress.cancelPlanning")}
        </Button>
      )}
    </p>
  );
}
