/** History of a record: when, who, which fields from what to what. It is read from the audit log, which the database writes. */
import { useLogList } from "@refinedev/core";
import type { Change } from "../../contract/core/resource/calls";
import type { Resource } from "../../contract/core/resource/define";
import type { TKey } from "../i18n/keys";
import { useT } from "../i18n/use-t";
import { ErrorState } from "../ui/ErrorState";
import { SkeletonText } from "../ui/Skeleton";
import { operatorName } from "../ui/operator";
import { When } from "../ui/When";
import { valueOf } from "./cells";

const RECORD_ACTIONS: Readonly<Record<string, TKey>> = {
  create: "resource.history.added",
  modify: "resource.history.edited",
  delete: "resource.history.deleted",
};

export function History({ resource, id }: { resource: Resource; id: string }) {
  const t = useT();
  const log = useLogList<Change[]>({ resource: resource.name, meta: { id } }) as {
    readonly data?: readonly Change[];
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly isFetching: boolean;
  };
  if (log.error && !log.data) return <ErrorState what={log.error.message} onRetry={() => void log.refetch()} retrying={log.isFetching} />;
  if (!log.data) return <SkeletonText lines={3} label={t("ui.loading")} />;
  if (log.data.length === 0) return <p className="mut">{t("list.empty")}</p>;
  return (
    <ol className="history">
      {log.data.map((entry) => (
        <li key={entry.id}>
          <When at={entry.at} />
          <span>
            {operatorName(entry.operator, t)} · {actionName(entry.action)}
          </span>
          {entry.fields.map(({ name, before, after }) => {
            const field = resource.fields[name];
            return (
              field && (
                <span key={name} style={{ gridColumn: 2 }}>
                  {t(field.label)}: <s>{valueOf(name, field, before, t)}</s> → <b>{valueOf(name, field, after, t)}</b>
                </span>
              )
            );
          })}
        </li>
      ))}
    </ol>
  );

  function actionName(call: string): string {
    const action = call.split(".").at(-1) ?? "";
    const known = RECORD_ACTIONS[action];
    const label = known ?? resource.actions?.[action]?.label;
    return label ? t(label) : t("resource.history.changed");
  }
}
