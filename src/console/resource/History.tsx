/** What happened to a record: when, who, which fields from what to what. From the audit log, which the database writes. */
import { useLogList } from "@refinedev/core";
import type { Resource } from "../../contract/resource/define";
import { textOf } from "../../contract/resource/text";
import { useT } from "../i18n/useT";
import { ErrorState } from "../ui/ErrorState";
import { SkeletonText } from "../ui/Skeleton";
import { When } from "../ui/When";

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly operator: string;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const text = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "—" : typeof value === "object" ? JSON.stringify(value) : textOf(value);

export function History({ resource, id }: { resource: Resource; id: string }) {
  const t = useT();
  const log = useLogList<Entry[]>({ resource: resource.name, meta: { id } }) as {
    readonly data?: readonly Entry[];
    readonly error: Error | null;
    readonly refetch: () => unknown;
    readonly isFetching: boolean;
  };
  if (log.error) return <ErrorState what={log.error.message} onRetry={() => void log.refetch()} retrying={log.isFetching} />;
  if (!log.data) return <SkeletonText lines={3} label={t("ui.loading")} />;
  if (log.data.length === 0) return <p className="mut">{t("list.empty")}</p>;
  const labelOf = (column: string): string | undefined => {
    const found = Object.entries(resource.fields).find(([name]) => snake(name) === column || `${snake(name)}_id` === column);
    return found && t(found[1].label);
  };
  return (
    <ol className="history">
      {log.data.map((entry) => (
        <li key={entry.id}>
          <When at={entry.at} />
          <span>
            {entry.operator} · {actionName(entry.action)}
          </span>
          {Object.keys(entry.before && entry.after ? entry.after : {}).map((column) => {
            const label = labelOf(column);
            return (
              label !== undefined && (
                <span key={column} style={{ gridColumn: 2 }}>
                  {label}: <s>{text(entry.before?.[column])}</s> → <b>{text(entry.after?.[column])}</b>
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
    const known = { create: { zh: "新增", en: "added" }, modify: { zh: "修改", en: "edited" }, delete: { zh: "删除", en: "deleted" } }[
      action
    ];
    const label = known ?? resource.actions?.[action]?.label;
    return label ? t(label) : t({ zh: "变更", en: "changed" });
  }
}
