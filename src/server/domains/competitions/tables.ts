/** Tables of competitions, as their declarations say them. */
import type { Generated, GeneratedAlways } from "kysely";
import type {
  gameEvents,
  gameEventSettings,
  games,
  gameSettings,
  gameTeamMembers,
  gameTeams,
  referees,
} from "../../../contract/competitions/competitions";
import type { MatchTables } from "./rows";
import type { TableFor } from "../../resource/columns";

type Game = TableFor<typeof games>;
/** Columns that a game requires; the database fills in the rest. */
type Needed = "venue_id" | "id" | "no" | "short_title" | "game_start" | "game_end" | "created_at";
type GameTable = { [K in keyof Game]: K extends Needed ? Game[K] : Generated<Game[K]> } & Spelled;
/** Kept for search, written with the name. */
interface Spelled {
  pinyin: Generated<string>;
}
type Team = TableFor<typeof gameTeams> & {
  /** Matches won and lost by the narrowest margin. */
  narrow_win_count: number;
  narrow_loss_count: number;
};
type Counted =
  | "paid"
  | "refunded"
  | "balance_freeze"
  | "win_count"
  | "narrow_win_count"
  | "draw_count"
  | "lost_count"
  | "narrow_loss_count"
  | "abandonment_count"
  | "integral";
type TeamTable = { [K in keyof Team]: K extends Counted ? Generated<Team[K]> : Team[K] } & Spelled & {
    /** Text that a search matches. */
    finds: GeneratedAlways<string>;
  };

export interface CompetitionTables extends MatchTables {
  game: GameTable;
  game_setting: TableFor<typeof gameSettings>;
  game_event: TableFor<typeof gameEvents> & Spelled;
  game_event_setting: TableFor<typeof gameEventSettings>;
  game_team: TeamTable;
  game_team_member: TableFor<typeof gameTeamMembers> & Spelled;
  referee: TableFor<typeof referees> & Spelled;
}
