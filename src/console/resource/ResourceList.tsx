/** The list of a declared resource; a row opens its record beside it. List and record are one page, so that the list stays. */
import { useMemo, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Call } from "../../contract/core/call";
import { actionCall, callsByName, callsOf, type Option } from "../../contract/core/resource/calls";
import { availableActions, periodEnds, type Resource } from "../../contract/core/resource/define";
import { type Field, isRange, isSeen, labelsOf } from "../../contract/core/resource/fields";
import type { ButtonCode } from "../../contract/core/permissions";
import { act } from "../api/act";
import { invoke } from "../api/invoke";
import { useT } from "../i18n/use-t";
import type { T } from "../i18n/keys";
import { useSession } from "../session/store";
import { lazyPart } from "../ui/lazy-part";
import type { Column } from "../ui/list/columns";
import type { Filter, View } from "../ui/list/filters";
import { ListPage } from "../ui/list/ListPage";
import { Opened } from "../ui/list/Opened";
import { notify } from "../ui/notices";
import { When } from "../ui/When";
import { AllButton } from "./AllButton";
import { columnOf } from "./cells";
import { ImportButton } from "./ImportButton";
import { canAct } from "./can-act";
import type { AnyRow, AnySums, PageProps } from "./parts";
import { openingOf } from "./period";

const ImportDialog = lazyPart(async () => (await import("./ImportDialog")).ImportDialog);
const RowAction = lazyPart(async () => (await import("./RowAction")).RowAction);
const ResourceShow = lazyPart(async () => (await import("./ResourceShow")).ResourceShow);
const rowKey = (row: AnyRow): string => row.id;
const CREATED = "resource.created";

export function ResourceList(props: PageProps) {
  const { id } = useParams();
  // A record that the address names is shown over all of its list.
  return (
    <Opened opening={id === undefined ? openingOf(props.resource) : undefined}>
      <List {...props} />
    </Opened>
  );
}

function filtersOf(resource: Resource, options: Call | undefined, t: T): Filter[] {
  return Object.entries<Field>(resource.fields).flatMap(([key, field]): Filter[] => {
    if (!field.options.filter) return [];
    const title = t(field.label);
    if (isRange(field.kind)) {
      const kind = field.kind === "money" ? ("amount" as const) : ("day" as const);
      const [from, to] = periodEnds(resource, key);
      return [
        { kind, key: from, title: `${title} ≥` },
        { kind, key: to, title: `${title} ≤` },
      ];
    }
    if (field.kind === "reference") {
      const readRow = async (input: { readonly q?: string; readonly id?: string }) =>
        options ? ((await invoke(options, { field: key, ...input })) as readonly Option[]) : [];
      return [
        {
          kind: "find",
          key,
          title,
          find: async (q) => (await readRow({ q })).map((one) => ({ value: one.id, label: one.name })),
          nameOf: async (id) => (await readRow({ id }))[0]?.name,
        },
      ];
    }
    const named =
      field.kind === "bool"
        ? [
            { value: "true", label: t("common.yes") },
            { value: "false", label: t("common.no") },
          ]
        : Object.entries(labelsOf(field)).map(([value, label]) => ({ value, label: t(label) }));
    return [{ kind: "choice", key, title, many: field.kind !== "bool", options: named }];
  });
}

function List(props: PageProps) {
  const { resource, parts, paths, title } = props;
  const t = useT();
  const navigate = useNavigate();
  const location = useLocation();
  const { id } = useParams();
  const calls = callsByName(resource);
  const { codes } = resource;
  const nameOf = (row: AnyRow): string => String(row[resource.title]);
  const { codes: may } = useSession();
  const [acting, setActing] = useState<{ readonly action: string; readonly row: AnyRow }>();
  const columns = useMemo(() => {
    const own = parts.columns?.(t) ?? [];
    const derived = Object.entries<Field>(resource.fields)
      .filter(([, field]) => !field.options.formOnly && !field.options.internal && isSeen(field, may))
      .map(
        ([name, field]) => own.find(({ key }) => key === name) ?? columnOf(name, field, name === resource.title, t, parts.cells?.[name]),
      );
    const created: Column<AnyRow, AnySums> = {
      key: "createdAt",
      title: t(resource.time ?? CREATED),
      width: 140,
      sort: "createdAt",
      wide: resource.time === undefined,
      render: (row) => <When at={row.createdAt} />,
    };
    const inRow = Object.entries(resource.actions ?? {}).filter(([, action]) => action.inRow && canAct(action));
    const buttons = inRow.map(([action, { label }]): Column<AnyRow, AnySums> => ({
      key: action,
      title: t(label),
      width: 88,
      render: (row) =>
        availableActions(resource, row).includes(action) && (
          <button type="button" className="link" onClick={() => setActing({ action, row })}>
            {t(label)}
          </button>
        ),
    }));
    const more = [...own.filter(({ key }) => !Object.hasOwn(resource.fields, key)), ...buttons];
    return resource.time
      ? [...derived.slice(0, 1), created, ...derived.slice(1), ...more]
      : [...derived, ...more, ...(resource.undated ? [] : [created])];
  }, [resource, parts, may, t, setActing]);
  const filters = useMemo(() => {
    const created = periodEnds(resource, "createdAt").map((key, i): Filter => ({
      kind: "day",
      key,
      title: `${t(resource.time ?? CREATED)} ${i === 0 ? "≥" : "≤"}`,
    }));
    return [...filtersOf(resource, callsOf<Resource>(resource).options, t), ...(resource.undated ? [] : created)];
  }, [resource, t]);
  const views = useMemo<View[]>(
    () => Object.entries(resource.views ?? {}).map(([key, view]) => ({ key, title: t(view.label), filters: view.filters })),
    [resource, t],
  );
  const sums = useMemo(
    () => ({ call: callsOf<Resource>(resource).sums as Call, count: (all: unknown) => Number((all as AnySums)["count"]) }),
    [resource],
  );
  const searched = Object.values<Field>(resource.fields).filter(({ options }) => options.search);
  const one = t(resource.one);
  const actions = Object.entries(resource.actions ?? {}).filter(([, action]) => canAct(action));
  const bulk = actions.flatMap(([key, { label, bulk: offers, fields, danger = false, unasked = false, many }]) => {
    const { call, named } = actionCall(resource, key);
    const icon = danger ? ("close" as const) : ("check" as const);
    const run = (row: AnyRow) => act(call as Call, many ? { ids: [row.id] } : { id: row.id, ...named });
    return offers && call && !fields ? [{ key, title: t(label), icon, danger, unasked, run }] : [];
  });
  const open = async (row: AnyRow): Promise<void> => {
    const record = { pathname: `${paths.list}/${row.id}`, search: location.search };
    const to = parts.open ? await parts.open(row) : record;
    if (to !== undefined) void navigate(to);
  };
  const { form, adds } = paths;
  const Aside = parts.aside;
  return (
    <>
      <ListPage<AnyRow, Call>
        name={resource.name}
        call={callsOf<Resource>(resource).list}
        title={title}
        columns={columns as readonly Column<AnyRow>[]}
        rowKey={rowKey}
        rowName={nameOf}
        money={Object.values<Field>(resource.fields).some(({ kind, options }) => kind === "money" && !options.formOnly)}
        {...(searched.length > 0 ? { search: searched.map(({ label }) => t(label)).join(t("list.and")) } : {})}
        filters={filters}
        views={views}
        sums={sums}
        {...(calls["excel"] && codes.export ? { excel: { call: calls["excel"], code: codes.export as ButtonCode } } : {})}
        {...(form !== undefined && adds && codes.modify
          ? {
              primary: {
                title: t("resource.add", { one }),
                code: (codes.create ?? codes.modify) as ButtonCode,
                run: () => void navigate(form),
              },
            }
          : {})}
        {...(bulk.length > 0 ? { bulk } : {})}
        onOpen={(row) => void open(row).catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)))}
        emptyHint={resource.hint ? t(resource.hint) : ""}
        aside={
          <>
            {Aside && <Aside />}
            {actions.map(([action, { many, danger }]) => {
              const call = calls[action];
              return call && many?.all && <AllButton key={action} resource={resource.name} call={call} danger={danger} {...many.all} />;
            })}
            <ImportButton code={resource.codes.import}>{(onClose) => <ImportDialog resource={resource} onClose={onClose} />}</ImportButton>
          </>
        }
      />
      {acting && (
        <RowAction {...acting} resource={resource} parts={parts} onClose={() => setActing(undefined)} onDone={() => setActing(undefined)} />
      )}
      {id !== undefined && (
        <ResourceShow {...props} id={id} onClose={() => void navigate({ pathname: paths.list, search: location.search })} />
      )}
    </>
  );
}
