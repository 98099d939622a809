import { useEffect, useState } from "react";
import { shell as calls, type UpdateNotice as Notice } from "../../contract/shell";
import { early } from "../api/early";
import { useT } from "../i18n/useT";
import { session } from "../session/store";
import { Ask } from "../ui/Ask";
import { When } from "../ui/When";
import { isQuiet, noticeDue } from "./notice";

const KEY = "update_notice_shown";
const PAUSE_MS = 1_500;

/** Asks for the newest update past the error catalogue: errors of this check are ignored. */
function newest(): Promise<Notice | null> {
  const { venueId } = session();
  return early(calls.updateNotice, { business: "venue", ...(venueId === undefined ? {} : { venueId }) });
}

/** Acts in a pause of the hands, when nothing is under way: what a person types or scans must not land in a notice. Answers how to stop. */
function inPause(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isQuiet()) return wait();
      stop();
      act();
      return undefined;
    }, PAUSE_MS);
  };
  const stop = (): void => {
    clearTimeout(timer);
    for (const kind of ["keydown", "pointerdown"]) document.removeEventListener(kind, wait, { capture: true });
  };
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, wait, { capture: true });
  wait();
  return stop;
}

/** What is new, once a day for three days after an update. */
export function UpdateNotice() {
  const t = useT();
  const [notice, setNotice] = useState<Notice>();
  useEffect(() => {
    const kept = localStorage.getItem(KEY);
    const shown = kept === null ? undefined : Number(kept);
    if (!noticeDue(new Date().toISOString(), Date.now(), shown)) return undefined;
    let stop: (() => void) | undefined;
    let gone = false;
    newest()
      .then((found) => {
        if (gone || !found || !noticeDue(found.upTime, Date.now(), shown)) return;
        stop = inPause(() => {
          localStorage.setItem(KEY, String(Date.now()));
          setNotice(found);
        });
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  if (!notice) return null;
  const done = (): void => setNotice(undefined);
  return (
    <Ask title={t("shell.updated")} onClose={done} answers={[{ title: t("shell.updatedOk"), act: done, kind: "primary" }]}>
      <small className="mut">
        <When at={notice.upTime} />
      </small>
      <br />
      {notice.memo}
    </Ask>
  );
}
