/** Which event or game a page is about: in the address, so that it can be linked to and stays when the page is loaded anew. */
import { useSearchParams } from "react-router";
import { matches } from "../../../contract/competitions/matches";
import type { Output } from "../../../contract/core/call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";

type OpenEvent = Output<typeof matches.events>["content"][number];

/** Events to choose from, the chosen one, and how to choose. The first that fits is chosen until somebody does. */
export function useEvents(fits: (event: OpenEvent) => boolean = () => true) {
  const [search, setSearch] = useSearchParams();
  const { venueId = "" } = useSession();
  const { data, error } = useRead(matches.events, { venueId });
  const events = data?.content ?? [];
  const event = events.find(({ id }) => id === search.get("event")) ?? events.find(fits) ?? events[0];
  return {
    events,
    event,
    error,
    isLoaded: data !== undefined,
    choose: (id: string) => setSearch({ event: id }, { replace: true }),
  };
}

/** As `useEvents`, of whole games. */
export function useGames(fits: (event: OpenEvent) => boolean = () => true) {
  const [search, setSearch] = useSearchParams();
  const { venueId = "" } = useSession();
  const { data, error } = useRead(matches.events, { venueId });
  const events = data?.content ?? [];
  const games = [...new Map(events.map(({ gameId, game, status }) => [gameId, { id: gameId, title: game, status }])).values()];
  const first = events.find(fits)?.gameId;
  const game = games.find(({ id }) => id === search.get("game")) ?? games.find(({ id }) => id === first) ?? games[0];
  return { games, game, error, isLoaded: data !== undefined, choose: (id: string) => setSearch({ game: id }, { replace: true }) };
}

interface Choice {
  readonly id: string;
  readonly title: string;
}

/** A plain choice of one, under the name of what is chosen; nothing where there is nothing to choose. */
export function Picker({
  label,
  value,
  of,
  onPick,
}: {
  label: string;
  value: string;
  of: readonly Choice[];
  onPick: (id: string) => void;
}) {
  if (of.length === 0) return null;
  return (
    <span className="input comp-pick">
      <select aria-label={label} value={value} onChange={(event) => onPick(event.target.value)}>
        {of.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </span>
  );
}

export function EventPicker({
  events,
  event,
  choose,
}: {
  events: readonly OpenEvent[];
  event: OpenEvent | undefined;
  choose: (id: string) => void;
}) {
  const t = useT();
  return (
    <Picker
      label={t("competitions.useEvents.event")}
      value={event?.id ?? ""}
      of={events.map(({ id, title, game }) => ({ id, title: `${game} · ${title}` }))}
      onPick={choose}
    />
  );
}

export function GamePicker({ games, game, choose }: { games: readonly Choice[]; game: Choice | undefined; choose: (id: string) => void }) {
  const t = useT();
  return <Picker label={t("competitions.useEvents.game")} value={game?.id ?? ""} of={games} onPick={choose} />;
}
