import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { type GameCourts, gameCourts } from "../../../contract/gameCourts";
import { useT } from "../../i18n/useT";
import { lazyPart } from "../../ui/lazyPart";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { gameCourtColumns } from "./columns";

const GameCourtDrawer = lazyPart(async () => (await import("./GameCourtDrawer")).GameCourtDrawer);

const LIST = "/addedServices/game-booking-place-list";
const SUMS = { call: gameCourts.sums, count: (sums: { count: number }) => sums.count };
const rowKey = (row: GameCourts): string => row.gameId;
const rowName = (row: GameCourts): string => row.title;

/** Games with the courts taken for them. A row opens its courts beside the list. */
export function GameCourtList() {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  const columns = useMemo(() => gameCourtColumns(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      { kind: "day", key: "from", title: t("gameCourts.fromDay") },
      { kind: "day", key: "to", title: t("gameCourts.toDay") },
    ],
    [t],
  );
  return (
    <>
      <ListPage
        name="gameCourts"
        call={gameCourts.list}
        title={t("gameCourts.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        search={t("gameCourts.search")}
        filters={filters}
        sums={SUMS}
        excel={{ call: gameCourts.excel, code: "game_court_export" }}
        primary={{
          title: t("gameCourts.create"),
          code: "game_court_take",
          run: () => void navigate("/addedServices/game-booking-place-form"),
        }}
        onOpen={(row) => void navigate({ pathname: `${LIST}/${row.gameId}`, search: window.location.search })}
        emptyHint={t("gameCourts.emptyHint")}
      />
      {id !== undefined && <GameCourtDrawer id={id} onClose={() => void navigate({ pathname: LIST, search: window.location.search })} />}
    </>
  );
}
