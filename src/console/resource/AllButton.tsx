import { useInvalidate } from "@refinedev/core";
import { useState } from "react";
import type { Call } from "../../contract/core/call";
import type { TKey } from "../i18n/keys";
import type { Label } from "../../contract/core/resource/label";
import { useCall } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { Ask } from "../ui/Ask";
import { CommandButton } from "../ui/CommandButton";
import { notify } from "../ui/notices";

interface Props {
  /** Refine's resource. */
  readonly resource: string;
  readonly call: Call;
  readonly label: TKey | Label;
  readonly confirm: TKey | Label;
  readonly danger: boolean | undefined;
}

/** Beside the title of a list: does an action to all of its records, once that was confirmed. */
export function AllButton({ resource, call, label, confirm, danger = false }: Props) {
  const t = useT();
  const invalidate = useInvalidate();
  const { run, error, reset } = useCall(call);
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    reset();
    setAsking(false);
  };
  const act = (): void => {
    run({})
      .then(() => {
        close();
        notify.success(t("resource.allButton.done", { action: t(label) }));
        return invalidate({ resource, invalidates: ["list", "detail"] });
      })
      .catch(() => undefined); // shown in the question
  };
  return (
    <>
      <CommandButton kind="quiet" onClick={() => setAsking(true)}>
        {t(label)}
      </CommandButton>
      {asking && (
        <Ask
          title={t(label)}
          onClose={close}
          answers={[
            { title: t(label), act, kind: danger ? "danger" : "plain" },
            { title: t("common.cancel"), act: close, kind: "primary" },
          ]}
        >
          {error ? <p role="alert">{error.message}</p> : t(confirm)}
        </Ask>
      )}
    </>
  );
}
