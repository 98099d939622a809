/**
 * Replaces a page whose code could not be fetched: it says so in its own tab and fetches it again, while all the other tabs keep working.
 */
import { type ComponentType, useEffect, useState } from "react";
import { useT } from "../i18n/use-t";
import type { Screen } from "../registry";
import { loadedPage, loadPage } from "../resources";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { SkeletonText } from "../ui/Skeleton";

const TRIED = "version_loaded";
/** Long enough to read why the window loads itself anew. */
const READ_MS = 1_200;

/** Address of the script that a page of the console begins with: another one after each build. */
const entryIn = (html: string): string | undefined => /<script[^>]+src="([^"]+\.js)"/.exec(html)?.[1];

/** The script of the version that the server has now, where it is not the one that runs. */
async function newerVersion(): Promise<string | undefined> {
  const running = entryIn(document.documentElement.outerHTML);
  const answer = await fetch("/", { cache: "no-store" });
  const now = answer.ok ? entryIn(await answer.text()) : undefined;
  return now === running ? undefined : now;
}

/**
 * The stand-in of a screen's page. After a new version it loads the window anew, once for each version; forms find what was typed as a draft.
 * @param version answers what `newerVersion` does; the tests' own
 */
export function failedPage(screen: Screen, version = newerVersion): ComponentType {
  return function PageLater() {
    const t = useT();
    const [Page, setPage] = useState(() => loadedPage(screen));
    const [outdated, setOutdated] = useState(false);
    const [busy, setBusy] = useState(false);
    useEffect(() => {
      if (Page) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let gone = false;
      version()
        .then((found) => {
          if (gone || found === undefined) return;
          setOutdated(true);
          if (sessionStorage.getItem(TRIED) === found) return;
          sessionStorage.setItem(TRIED, found);
          timer = setTimeout(() => location.reload(), READ_MS);
        })
        .catch(() => undefined);
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    }, [Page]);
    if (Page) return <Page />;
    const again = async (): Promise<void> => {
      setBusy(true);
      try {
        const page = await loadPage(screen);
        setPage(() => page);
      } catch {
        // A browser may remember that a file failed: then only the window, loaded anew, asks for it once more. Not while the server is away.
        if (
          await fetch("/", { cache: "no-store" }).then(
            ({ ok }) => ok,
            () => false,
          )
        )
          location.reload();
        else setBusy(false);
      }
    };
    if (busy) return <SkeletonText lines={6} label={t("ui.loading")} />;
    return (
      <ErrorState what={outdated ? t("shell.newVersion") : t("shell.pageMissing")} kept={t("shell.pageFailedHint")}>
        <Button icon="refresh" onClick={() => void again()}>
          {t("shell.loadAgain")}
        </Button>
      </ErrorState>
    );
  };
}
