import { useEffect, useState } from "react";
import { useT } from "../i18n/use-t";
import { useLiveState } from "../live/use-live";
import { endPreview, preview } from "../session/preview";
import { Icon } from "../ui/Icon";
import { previewBanner } from "./notice";

/** A short break of the line is nobody's concern. */
const PATIENCE_MS = 3_000;

/** Shows the banners of the whole console above the page: the connection to the server, and the preview of a version. */
export function Banners() {
  const t = useT();
  const broken = useBroken();
  const [early] = useState(() => previewBanner(Date.now()));
  const role = preview();
  return (
    <>
      {early && (
        <p className="banner" role="status">
          {t("shell.preview")}
        </p>
      )}
      {role && (
        <p className="banner banner-waiting" role="status">
          <Icon name="eye" />
          {t("shell.banners.youSeeConsoleRole", { name: role.name })}
          <button type="button" className="link" onClick={endPreview}>
            {t("shell.banners.leave")}
          </button>
        </p>
      )}
      <div role="status">
        {broken && (
          <p className="banner banner-waiting">
            <Icon name="warning" />
            {t(broken === "offline" ? "shell.offline" : "shell.reconnecting")}
          </p>
        )}
      </div>
    </>
  );
}

/** Returns the kind of connection loss once it has lasted for a while; undefined: connected. */
function useBroken(): "offline" | "reconnecting" | undefined {
  const state = useLiveState();
  const [long, setLong] = useState(false);
  // A browser without websockets was told so once: its network is not down.
  const up = state === "live" || state === "unsupported";
  useEffect(() => {
    if (up) {
      setLong(false);
      return undefined;
    }
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [up]);
  return up || !long ? undefined : state;
}
