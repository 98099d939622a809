import type { ReactNode } from "react";
import type { FixedDetail } from "../../../../contract/fixed/fixed";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { useKeysOnward } from "../../../ui/use-keys-onward";

/** Props of each act on a contract. */
export interface PanelProps {
  readonly contract: FixedDetail;
  readonly onBack: () => void;
}

/** A form under the actions of a contract: what it is about, the refusal if there was one, act and back. */
export function Panel({
  title,
  act,
  danger = false,
  ready,
  lacks,
  waits = false,
  pending,
  error,
  onAct,
  onBack,
  children,
}: {
  title: string;
  act: string;
  danger?: boolean;
  ready: boolean;
  /** Reason why it is not ready, where one field causes it. */
  lacks?: string | undefined;
  /**
   * True while the data that the act depends on (a plan, a refund preview) is loading: the button retains the focus and shows that it
   * waits.
   */
  waits?: boolean;
  pending: boolean;
  error: Error | undefined;
  onAct: () => void;
  onBack: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const form = useKeysOnward<HTMLFormElement>("back");
  return (
    <form
      ref={form}
      className="fixed-panel"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !pending && !waits) onAct();
      }}
    >
      {children}
      {error && <Failure>{error.message}</Failure>}
      <div className="panel-acts">
        <Button onClick={onBack}>{t("common.back")}</Button>
        <Button
          kind={danger ? "danger" : "primary"}
          type="submit"
          busy={pending || waits}
          why={ready || waits || pending ? undefined : (lacks ?? t("fixed.panel.somethingAboveStillMissing"))}
        >
          {act}
        </Button>
      </div>
    </form>
  );
}
