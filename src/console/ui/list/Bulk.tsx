import { useRef, useState } from "react";
import { useT } from "../../i18n/useT";
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import { notify } from "../notices";

/** Something that is done to each chosen row, one after the other; each row reports for itself. */
export interface BulkAction<T> {
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly run: (row: T) => Promise<unknown>;
}

/** The dark bar over the sums while rows are chosen: what can be done to them, the progress, and a way to stop. */
export function Bulk<T>({
  rows,
  actions,
  onClear,
  onDone,
}: {
  rows: readonly T[];
  actions: readonly BulkAction<T>[];
  onClear: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [done, setDone] = useState<number>();
  const stop = useRef(false);
  const run = async (action: BulkAction<T>): Promise<void> => {
    stop.current = false;
    const failures: string[] = [];
    let finished = 0;
    for (const row of rows) {
      if (stop.current) break;
      setDone(finished);
      await action.run(row).catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)));
      finished++;
    }
    setDone(undefined);
    const [first] = failures;
    if (first === undefined) notify.success(t("list.ranAll", { count: finished }));
    else notify.error(t("list.ranSome", { done: finished - failures.length, failed: failures.length, first }));
    onDone();
  };
  if (rows.length === 0) return null;
  return (
    <div className="bulk no-print" role="toolbar" aria-label={t("list.selected", { count: rows.length })}>
      <span aria-live="polite">
        {done === undefined ? t("list.selected", { count: rows.length }) : t("list.running", { done, count: rows.length })}
      </span>
      <span className="divider" />
      {actions.map((action) => (
        <button key={action.key} type="button" disabled={done !== undefined} onClick={() => void run(action)}>
          <Icon name={action.icon} />
          {action.title}
        </button>
      ))}
      <button
        type="button"
        aria-label={done === undefined ? t("list.clearSelection") : t("common.cancel")}
        onClick={() => {
          stop.current = true;
          if (done === undefined) onClear();
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
