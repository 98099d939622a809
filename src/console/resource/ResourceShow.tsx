/** One record beside its list: name and state, what can be done with it, its fields, its history. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { callsByName } from "../../contract/core/resource/calls";
import { availableActions, stateOf } from "../../contract/core/resource/define";
import { type Field, isSeen } from "../../contract/core/resource/fields";
import { useT } from "../i18n/use-t";
import { type ScreenCommand, useScreenCommands } from "../palette/use-screen-commands";
import { can } from "../providers/access-control";
import { useSession } from "../session/store";
import { Button } from "../ui/Button";
import { RecordDrawer } from "../ui/RecordDrawer";
import { When } from "../ui/When";
import { valueOf } from "./cells";
import { History } from "./History";
import { canAct } from "./can-act";
import type { AnyRow, PageProps } from "./parts";
import { RowAction } from "./RowAction";
import "./resource.css";

const WIDE: readonly Field["kind"][] = ["richText", "pictures", "words", "region"];

export function ResourceShow({ resource, parts, paths, id, onClose }: PageProps & { id: string; onClose: () => void }) {
  const t = useT();
  return (
    <RecordDrawer<AnyRow> label={t(resource.one)} width={520} resource={resource.name} id={id} onClose={onClose}>
      {(record, again) => <RecordDetails resource={resource} parts={parts} paths={paths} row={record} again={again} onClose={onClose} />}
    </RecordDrawer>
  );
}

function RecordDetails({
  resource,
  parts,
  paths,
  row,
  again,
  onClose,
}: Omit<PageProps, "title"> & { row: AnyRow; again: () => void; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [acting, setActing] = useState<string>();
  const [past, setPast] = useState(false);
  const calls = callsByName(resource);
  const name = String(row[resource.title]);
  const found = stateOf(resource);
  const open = availableActions(resource, row);
  const may = Object.entries(resource.actions ?? {}).filter(([, action]) => canAct(action));
  const closed = may.filter(([action]) => !open.includes(action));
  const { modify } = resource.codes;
  const Extra = parts.record;
  const button = (action: string, title: string, danger = false) => (
    <Button key={action} kind={danger ? "danger" : "plain"} onClick={() => setActing(action)}>
      {title}
    </Button>
  );
  const edits = calls["modify"] && modify && can(modify) && paths.form !== undefined;
  const edit = (): void => void navigate(`${paths.form ?? ""}/${row.id}`);
  const mayDelete = calls["delete"]?.codes.every(can) ?? false;
  const deletes = mayDelete && (resource.deletes?.includes(String(row[found?.[0] ?? ""])) ?? true);
  useScreenCommands([
    { id: "record", title: name },
    ...(edits ? [{ id: "edit", parent: "record", icon: "edit" as const, title: t("common.edit"), run: edit }] : []),
    ...may
      .filter(([action]) => open.includes(action))
      .map(([action, { label }]): ScreenCommand => ({
        id: `do-${action}`,
        parent: "record",
        title: t(label),
        run: () => setActing(action),
      })),
    ...(deletes
      ? [{ id: "delete", parent: "record", icon: "trash" as const, title: t("common.delete"), run: () => setActing("delete") }]
      : []),
  ]);
  const groups = resource.groups ?? [];
  const placed = new Set(groups.flatMap(({ fields }) => fields));
  const { codes } = useSession();
  const all = Object.entries<Field>(resource.fields).flatMap(([key, field]) =>
    key === resource.title || key === found?.[0] || field.options.secret || field.options.internal || !isSeen(field, codes) ? [] : [key],
  );
  const blocks = [
    { title: undefined, fields: all.filter((field) => !placed.has(field)) },
    ...groups.map(({ title, fields }) => ({ title: t(title), fields: fields.filter((field) => all.includes(field)) })),
  ].filter(({ fields }) => fields.length > 0);
  return (
    <article className="record">
      <header className="record-head">
        <h2>{name}</h2>
        {found && valueOf(found[0], found[1], row, t)}
        <span className="grow" />
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <div className="record-acts">
        {edits && (
          <Button kind="primary" onClick={edit}>
            {t("common.edit")}
          </Button>
        )}
        {may.filter(([action, { danger }]) => open.includes(action) && !danger).map(([action, { label }]) => button(action, t(label)))}
        <span className="grow" />
        {may.filter(([action, { danger }]) => open.includes(action) && danger).map(([action, { label }]) => button(action, t(label), true))}
        {deletes && button("delete", t("common.delete"), true)}
      </div>
      {(closed.length > 0 || mayDelete !== deletes) && found && (
        <p className="record-why">
          {t("resource.resourceShow.notWhile", {
            state: t(found[1].machine?.labels[String(row[found[0]])] ?? { zh: "", en: "" }),
            actions: [...closed.map(([, { label }]) => t(label)), ...(mayDelete === deletes ? [] : [t("common.delete")])].join(
              t("list.and"),
            ),
          })}
        </p>
      )}
      {blocks.map(({ title, fields }) => (
        <section key={title ?? ""}>
          {title !== undefined && <h3 className="record-group">{title}</h3>}
          <dl className="record-fields">
            {fields.map((field) => {
              const spec = resource.fields[field];
              return (
                spec && (
                  <div key={field} className={WIDE.includes(spec.kind) || spec.options.long ? "wide" : undefined}>
                    <dt>{t(spec.label)}</dt>
                    <dd>{parts.cells?.[field]?.(row, t) ?? valueOf(field, spec, row, t, true)}</dd>
                  </div>
                )
              );
            })}
            {title === undefined && !resource.undated && (
              <div>
                <dt>{t("resource.created")}</dt>
                <dd>
                  <When at={row.createdAt} />
                </dd>
              </div>
            )}
          </dl>
        </section>
      ))}
      {Extra && <Extra row={row} again={again} />}
      <section>
        <button type="button" className="link" aria-expanded={past} onClick={() => setPast(!past)}>
          {t("resource.resourceShow.history")}
        </button>
        {past && <History resource={resource} id={row.id} />}
      </section>
      {acting !== undefined && (
        <RowAction
          resource={resource}
          parts={parts}
          action={acting}
          row={row}
          onClose={() => setActing(undefined)}
          onDone={() => {
            setActing(undefined);
            if (acting === "delete" || resource.actions?.[acting]?.removes) onClose();
            else again();
          }}
        />
      )}
    </article>
  );
}
