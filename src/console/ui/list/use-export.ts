import { useRef, useState } from "react";
import type { Call, Input } from "../../../contract/core/call";
import { saveFile } from "../../api/download";
import { messageOf } from "../../api/error";
import { invokeFile } from "../../api/invoke";
import { useT } from "../../i18n/use-t";
import { notify } from "../notices";

/** Downloads the whole filter as a file; pressed again while it runs, it stops. Failures are worded by the error catalogue. */
export function useExport<C extends Call>(call: C | undefined, input: Input<C>): { busy: boolean; press: () => void } {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const press = (): void => {
    if (!call) return;
    if (running.current) {
      running.current.abort();
      return;
    }
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    invokeFile(call, input, { signal: abort.signal })
      .then((file) => {
        saveFile(file);
        notify.success(t("list.exported", { name: file.name }));
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) notify.error(messageOf(error));
      })
      .finally(() => {
        running.current = undefined;
        setBusy(false);
      });
  };
  return { busy, press };
}
