import { useEffect } from "react";
import { useRouteError } from "react-router";
import { useT } from "../i18n/useT";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";

/** The code of a page can't be fetched: most often a newer version of the console is out. */
const isChunkError = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script|Failed to fetch/i.test(error.message);

function Failed({ reload }: { reload: () => void }) {
  const t = useT();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <ErrorState what={isChunkError(error) ? t("shell.newVersion") : t("shell.pageFailed")} kept={t("shell.pageFailedHint")}>
      <Button icon="refresh" onClick={reload}>
        {t("ui.retry")}
      </Button>
    </ErrorState>
  );
}

/** A page failed: it says so in its own place, the shell goes on working. */
export const PageError = () => <Failed reload={() => location.reload()} />;

/** Something around the pages failed. */
export const RouteError = () => (
  <main className="page">
    <Failed reload={() => location.reload()} />
  </main>
);
