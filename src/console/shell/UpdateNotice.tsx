import { useEffect, useState } from "react";
import { shell as calls, type UpdateNotice as Notice } from "../../contract/platform/shell";
import { callDirectly } from "../api/call-directly";
import { useT } from "../i18n/use-t";
import { session } from "../session/store";
import { Ask } from "../ui/Ask";
import { When } from "../ui/When";
import { isQuiet, noticeDue } from "./notice";
import { openWaiting, setWaiting, useOpened, waitingNotice, watchWaiting } from "./waiting-notice";
import { useQuiet } from "./use-quiet";

const KEY = "update_notice_shown";
/** A notice opens by itself this long after a visit to the home page began, and never later: by then somebody works. */
const FIRST_MS = 1_000;

/** Requests the newest update past the error catalogue: errors of this check are ignored. */
function newest(): Promise<Notice | null> {
  const { venueId } = session();
  return callDirectly(calls.updateNotice, { business: "venue", ...(venueId === undefined ? {} : { venueId }) });
}

const readLastShownAt = (): number | undefined => {
  const stored = localStorage.getItem(KEY);
  return stored === null ? undefined : Number(stored);
};

/**
 * Shows the news once a day for three days after an update. It opens by itself on the home page, within the first second of a visit; until
 * then it waits behind a mark on the message button.
 */
export function UpdateNotice({ isHome }: { isHome: boolean }) {
  const t = useT();
  const isLoaded = useQuiet();
  const isDue = isHome || isLoaded;
  const [isRequested, setRequested] = useState(false);
  const notice = useOpened();
  useEffect(() => {
    if (isDue) setRequested(true);
  }, [isDue]);
  useEffect(() => {
    if (!isRequested || !noticeDue(new Date().toISOString(), Date.now(), readLastShownAt())) return undefined;
    let isGone = false;
    newest()
      .then((found) => {
        if (!isGone && found && noticeDue(found.upTime, Date.now(), readLastShownAt())) setWaiting(found);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      setWaiting(undefined);
    };
  }, [isRequested]);
  useEffect(() => {
    if (!isHome) return undefined;
    const since = performance.now();
    const show = (): void => {
      if (waitingNotice() && performance.now() - since <= FIRST_MS && isQuiet()) openWaiting();
    };
    show();
    return watchWaiting(show);
  }, [isHome]);
  useEffect(() => {
    if (notice) localStorage.setItem(KEY, String(Date.now()));
  }, [notice]);
  if (!notice) return null;
  const close = (): void => setWaiting(undefined);
  return (
    <Ask title={t("shell.updated")} onClose={close} answers={[{ title: t("shell.updatedOk"), act: close, kind: "primary" }]}>
      <small className="mut">
        <When at={notice.upTime} />
      </small>
      <br />
      {notice.memo}
    </Ask>
  );
}
