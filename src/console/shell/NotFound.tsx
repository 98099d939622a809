import { useNavigate } from "react-router";
import { useT } from "../i18n/use-t";
import { HOME } from "../resources";
import { Button } from "../ui/Button";
import { EmptyState } from "../ui/EmptyState";
import { useTitle } from "./use-title";

/** Unknown paths end here. */
export function NotFound() {
  const t = useT();
  const go = useNavigate();
  useTitle(t("shell.notFound"));
  return (
    <main className="page bare">
      <EmptyState
        icon="help"
        title={t("shell.notFound")}
        hint={t("shell.notFoundHint")}
        action={
          <Button kind="primary" icon="home" onClick={() => void go(HOME)}>
            {t("shell.toHome")}
          </Button>
        }
      />
    </main>
  );
}
