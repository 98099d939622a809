import type { UmpireView } from "../../../../contract/competitions/umpire";
import type { Side } from "../../../../engine/scoring";
import type { UmpireState } from "../../../../engine/umpire";
import { useT } from "../../../i18n/use-t";

/** The court as the umpire sees it: the filled dot serves, the ring receives; pairs stand with their names. */
export function Court({ state, view }: { state: UmpireState; view: UmpireView }) {
  const t = useT();
  const { server, serviceCourt, left, inRightCourt } = state;
  if (server === null || serviceCourt === null) return <div className="umpire-sketch" />;
  const receiver: Side = server === 0 ? 1 : 0;
  /** A side's right court is below on the left half and above on the right half. */
  const at = (side: Side, court: "right" | "left") => {
    const isLeftHalf = side === left;
    const below = isLeftHalf === (court === "right");
    return { x: isLeftHalf ? 72 : 196, y: below ? 86 : 36 };
  };
  const from = at(server, serviceCourt);
  const to = at(receiver, serviceCourt);
  const players = ([0, 1] as const).flatMap((side) => {
    const names = (side === 0 ? view.home : view.away).players;
    if (names.length !== 2) return [];
    return (["right", "left"] as const).map((court) => {
      const index = court === "right" ? inRightCourt[side] : inRightCourt[side] === 0 ? 1 : 0;
      return { ...at(side, court), name: names[index] ?? "" };
    });
  });
  return (
    <svg className="umpire-sketch" viewBox="0 0 268 122" role="img" aria-label={t("umpire.court.serviceCourts")}>
      <rect x="1" y="1" width="266" height="120" rx="2" className="umpire-floor" />
      <path d="M1 9h266M1 113h266M20 1v120M248 1v120M94 1v120M174 1v120M1 61h93M174 61h93" />
      <path d="M134 -2v126" className="umpire-net" />
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} className="umpire-arrow" />
      <circle cx={from.x} cy={from.y} r="9" className="umpire-server" />
      <circle cx={to.x} cy={to.y} r="8" className="umpire-receiver" />
      {players.map(({ x, y, name }) => (
        <text key={`${x} ${y}`} x={x} y={y + 24} textAnchor="middle">
          {name.slice(0, 8)}
        </text>
      ))}
    </svg>
  );
}
