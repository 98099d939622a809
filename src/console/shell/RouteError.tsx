import { useEffect } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { useT } from "../i18n/use-t";
import { queryClient } from "../providers/queries";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { capture } from "./capture";
import { reloadAddress } from "./tabs/place";

function Failed({ retry }: { retry: () => void }) {
  const t = useT();
  const error = useRouteError();
  useEffect(() => capture(error), [error]);
  return (
    <ErrorState what={t("shell.pageFailed")} kept={t("shell.pageFailedHint")}>
      <Button icon="refresh" onClick={retry}>
        {t("ui.retry")}
      </Button>
    </ErrorState>
  );
}

/** A page failed: it says so in its own tab, the others keep working. Trying again draws the page anew. */
export function PageError() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const retry = (): void => {
    queryClient.removeQueries({ type: "inactive" }); // an answer that the page could not draw must not meet it again
    void navigate(reloadAddress(pathname + search + hash), { replace: true });
  };
  return <Failed retry={retry} />;
}

/** Something around the pages failed. */
export const RouteError = () => (
  <main className="page">
    <Failed retry={() => location.reload()} />
  </main>
);
