/** Additions to the derived screens of entries: its players below the record, and collecting fee and deposit. */
import { callsOf } from "../../../contract/core/resource/calls";
import { toError } from "../../api/to-error";
import { competitions, gameEvents, games, gameTeamMembers, gameTeams } from "../../../contract/competitions/competitions";
import { fen, showFen } from "../../../contract/core/money";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import type { AnyRow, Parts } from "../../resource/parts";
import { useSession } from "../../session/store";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { SkeletonText } from "../../ui/Skeleton";
import { Payments } from "../../desk/Payments";
import { toPayments } from "../../desk/payments";
import { announcePaid } from "../../desk/announce-paid";
import { usePayLines } from "../../desk/use-pay-lines";
import { Links } from "./Links";
import { entryCell, personCell, referenceCell, WholeNames } from "./printed-names";
import "./competitions.css";

function Players({ row }: { row: AnyRow }) {
  const t = useT();
  const players = useRead(callsOf(gameTeamMembers).list, { team: row.id });
  const sexes = gameTeamMembers.fields.sex.choices ?? {};
  return (
    <section>
      <h3 className="record-group">{t("competitions.team.players")}</h3>
      {players.data && players.data.content.length === 0 && <p className="sec">{t("competitions.team.noPlayersYet")}</p>}
      <ul className="roster">
        {players.data?.content.map((player) => (
          <li key={player.id}>
            <b>{player.name}</b> <span className="sec">{player.sex === null ? "" : t(sexes[player.sex] ?? { zh: "", en: "" })}</span>
            {player.age !== null && <span className="sec">{t("competitions.team.text", { age: player.age })}</span>}
            {player.captain && <span className="tag">{t("competitions.captain")}</span>}
          </li>
        ))}
      </ul>
      <Links
        steps={[
          { to: `/addedServices/team-member-form?team=${row.id}`, title: "competitions.team.addPlayer", code: "team_modify" },
          {
            to: `/addedServices/team-member-list?team=${row.id}`,
            title: "competitions.team.managePlayers",
            code: "team_member_list",
          },
        ]}
      />
    </section>
  );
}

/** Fee and deposit of an entry, split over methods. */
function PayEntry({ row, onClose, onDone }: { row: AnyRow; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const event = useRead(callsOf(gameEvents).view, { id: String(row["event"]) });
  const game = useRead(callsOf(games).view, { id: event.data?.game ?? "" }, { enabled: event.data !== undefined });
  const fee = event.data && game.data ? fen(event.data.fee) : undefined;
  const bail = game.data?.bail ? fen(game.data.bail) : 0;
  return (
    <Modal title={t("competitions.team.payment", { name: String(row["name"]) })} width={480} onClose={onClose}>
      {fee === undefined ? (
        <SkeletonText lines={3} label={t("ui.loading")} />
      ) : (
        <PayForm row={row} fee={fee} bail={bail} onClose={onClose} onDone={onDone} />
      )}
    </Modal>
  );
}

function PayForm({ row, fee, bail, onClose, onDone }: { row: AnyRow; fee: number; bail: number; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const due = fee + bail;
  const member = typeof row["member"] === "string" ? row["member"] : null;
  const { lines, purses, split, setLines } = usePayLines(due, member);
  const pay = useCall(callsOf(gameTeams).pay);
  const [failure, setFailure] = useState<Error>();
  const act = async (): Promise<void> => {
    setFailure(undefined);
    const payments = due > 0 && lines ? toPayments(lines) : [];
    try {
      await pay.run({ id: row.id, payments });
      announcePaid(t("common.received", { amount: showFen(due) }), payments);
      onDone();
    } catch (error) {
      setFailure(toError(error));
    }
  };
  return (
    <form
      className="panel pay-entry"
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <p>
        {t("competitions.team.fee", { fee: showFen(fee) })}
        {bail > 0 && t("competitions.team.depositGivenBackAfter", { bail: showFen(bail) })}
      </p>
      {due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
      {failure && <Failure>{failure.message}</Failure>}
      <div className="form-foot ft">
        <Button
          kind="primary"
          type="submit"
          busy={pay.pending}
          why={due > 0 && lines && !split.ok ? t("common.paymentsDoNotAdd") : undefined}
        >
          {due > 0 ? t("competitions.team.take", { due: showFen(due) }) : t("competitions.team.freeConfirm")}
        </Button>
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </div>
    </form>
  );
}

/** Shows the entries of the game that the list is narrowed to, and how many more it accepts. */
function Applied() {
  const t = useT();
  const { venueId = "" } = useSession();
  const [search] = useSearchParams();
  const gameId = search.get("game") ?? "";
  const { data } = useRead(competitions.applyCount, { venueId, gameId }, { enabled: gameId !== "" });
  if (!data || gameId === "") return null;
  return (
    <span className="sec">
      {t("competitions.team.entered", { applied: data.applied })}
      {data.leftQuota !== null && t("competitions.team.placesLeft", { left: data.leftQuota })}
    </span>
  );
}

function Beside() {
  return (
    <>
      <Applied />
      <WholeNames />
    </>
  );
}

export const parts: Parts = {
  record: Players,
  actions: { pay: PayEntry },
  aside: Beside,
  cells: {
    name: entryCell("name"),
    captain: personCell("captain"),
    member: referenceCell("member", gameTeams.fields.member, "person"),
  },
};
