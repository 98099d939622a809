import { useRef, useState } from "react";
import { useT } from "../../i18n/use-t";
import { confirm, type Wanted } from "../confirm";
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import { notify } from "../notices";

/** Something that is done to each chosen row, one after the other; each row reports for itself. */
export interface BulkAction<T> {
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly run: (row: T, given: string) => Promise<unknown>;
  /** Asked once for all of them. */
  readonly wants?: Wanted;
  readonly danger?: boolean;
  /** Done without asking: it changes neither people nor money. */
  readonly unasked?: boolean;
}

/** Names that a question says of many. */
const NAMED = 3;

/** The dark bar over the sums while rows are chosen: what can be done to them, the progress, and a way to stop. */
export function Bulk<T>({
  rows,
  rowName,
  actions,
  onClear,
  onDone,
}: {
  rows: readonly T[];
  rowName: (row: T) => string;
  actions: readonly BulkAction<T>[];
  onClear: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [done, setDone] = useState<number>();
  const stop = useRef(false);
  /** Asked once, with how many and whom. */
  const askReason = async ({ title, wants, danger, unasked }: BulkAction<T>): Promise<string | undefined> => {
    if (unasked) return "";
    const names = rows.slice(0, NAMED).map(rowName).join(t("list.and"));
    return confirm({
      title: t("list.askBulk", { action: title, count: rows.length }),
      text: rows.length > NAMED ? t("list.namesMore", { names, count: rows.length }) : names,
      yes: t("list.bulkYes", { action: title, count: rows.length }),
      ...(wants ? { wants } : {}),
      ...(danger ? { danger } : {}),
    });
  };
  const run = async (action: BulkAction<T>): Promise<void> => {
    const given = await askReason(action);
    if (given === undefined) return;
    stop.current = false;
    const failures: string[] = [];
    let finished = 0;
    for (const row of rows) {
      if (stop.current) break;
      setDone(finished);
      await action
        .run(row, given)
        .catch((error: unknown) => failures.push(`${rowName(row)}: ${error instanceof Error ? error.message : String(error)}`));
      finished++;
    }
    setDone(undefined);
    const failed = failures.length;
    if (finished < rows.length) {
      const counts = { done: finished - failed, count: rows.length, left: rows.length - finished };
      notify.error([t("list.ranStopped", counts), ...failures].join("\n"), { stays: Infinity });
    } else if (failed === 0) notify.success(t("list.ranAll", { count: finished }));
    else notify.error(t("list.ranSome", { done: finished - failed, failed, why: failures.join("\n") }), { stays: Infinity });
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
