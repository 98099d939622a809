import type { ReactNode } from "react";
import { useT } from "../i18n/use-t";
import { Button } from "./Button";
import { Icon } from "./Icon";
import { useKeysOnward } from "./use-keys-onward";

/**
 * Something failed: what happened, what is kept, and a way on. Replaces the content; once that comes, the focus goes to the page.
 * @param what the message of the error catalogue
 * @param kept what was not lost, when there is something to lose
 * @param onRetry asks again; without it only `children` lead on
 */
export function ErrorState({
  what,
  kept,
  onRetry,
  retrying = false,
  children,
}: {
  what: string;
  kept?: string;
  onRetry?: () => void;
  retrying?: boolean;
  children?: ReactNode;
}) {
  const t = useT();
  const box = useKeysOnward<HTMLDivElement>("page");
  return (
    <div className="state" role="alert" ref={box}>
      <Icon name="error" />
      <h2>{t("ui.failed")}</h2>
      <p>{what}</p>
      {kept && <p className="state-kept">{kept}</p>}
      <div className="state-ways">
        {onRetry && (
          <Button icon="refresh" busy={retrying} onClick={onRetry}>
            {t("ui.retry")}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
