import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { type OpenPlay, openPlay } from "../../../contract/openPlay/open-play";
import { useT } from "../../i18n/use-t";
import { lazyPart } from "../../ui/lazy-part";
import { type Filter, someOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { useToday } from "../../ui/today";
import { openPlayColumns } from "./columns";
import { STATES } from "./words";

const OpenPlayDrawer = lazyPart(async () => (await import("./OpenPlayDrawer")).OpenPlayDrawer);

const LIST = "/book/open-play";
const SUMS = { call: openPlay.sums, count: (sums: { count: number }) => sums.count };
const rowKey = (row: OpenPlay): string => row.id;
const rowName = (row: OpenPlay): string => row.title;

/** Open plays: when, where, how many joined of how many. A row opens who joined beside the list. */
export function OpenPlayList() {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  const today = useToday();
  const columns = useMemo(() => openPlayColumns(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      { kind: "day", key: "day", title: t("openPlay.day") },
      someOf(
        "state",
        t("openPlay.state"),
        STATES.map((id) => ({ id, name: t(`openPlay.states.${id}`) })),
      ),
    ],
    [t],
  );
  const views = useMemo(
    () => [
      { key: "today", title: t("openPlay.viewToday"), filters: { day: today } },
      ...(["open", "confirmed", "draft"] as const).map((state) => ({
        key: state,
        title: t(`openPlay.states.${state}`),
        filters: { state },
      })),
    ],
    [t, today],
  );
  return (
    <>
      <ListPage
        name="openPlay"
        call={openPlay.list}
        title={t("openPlay.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        money
        search={t("openPlay.search")}
        filters={filters}
        views={views}
        sums={SUMS}
        excel={{ call: openPlay.excel, code: "open_play_export" }}
        primary={{ title: t("openPlay.create"), code: "open_play_manage", run: () => void navigate("/book/open-play-form") }}
        onOpen={(row) => void navigate({ pathname: `${LIST}/${row.id}`, search: window.location.search })}
        emptyHint={t("openPlay.emptyHint")}
      />
      {id !== undefined && <OpenPlayDrawer id={id} onClose={() => void navigate({ pathname: LIST, search: window.location.search })} />}
    </>
  );
}
