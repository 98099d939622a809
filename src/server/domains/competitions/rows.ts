/** Rows of draws and matches. Checked against the database by a test. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type {
  gameEvents,
  gameEventSettings,
  games,
  gameSettings,
  gameTeamMembers,
  gameTeams,
  referees,
} from "../../../contract/competitions/competitions";
import type { TableFor } from "../../resource/columns";

interface GameDrawTable {
  venue_id: string;
  id: string;
  event_id: string;
  random_seed: string;
  method: Generated<number>;
  entrants: string[];
  state: string;
  reason: Generated<string>;
  operator: string;
  published_at: Generated<Date | null>;
  created_at: Date;
}

interface RacecardTable {
  venue_id: string;
  id: string;
  event_id: string;
  sequence: number;
  kind: string;
  lines: string[];
}

interface RacecardGroupTable {
  venue_id: string;
  racecard_id: string;
  number: number;
  team_ids: string[];
}

interface BattleTable {
  venue_id: string;
  id: string;
  event_id: string;
  racecard_id: string;
  key: string;
  stage: number;
  group_no: number | null;
  round: number;
  sequence: number;
  third: boolean;
  state: string;
  home_id: string | null;
  away_id: string | null;
  home_from: string;
  away_from: string;
  court_id: Generated<string | null>;
  starts_at: Generated<Date | null>;
  minutes: number;
  rest: number;
  pinned: Generated<boolean>;
  referee_id: Generated<string | null>;
  winner: Generated<number | null>;
  home_sets: Generated<number>;
  away_sets: Generated<number>;
  score: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
  begun_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  created_at: Date;
  tie_id: Generated<string | null>;
  rubber: Generated<string | null>;
}

interface InningTable {
  venue_id: string;
  battle_id: string;
  number: number;
  home: number;
  away: number;
  run: Generated<string>;
}

interface BattlePlayerTable {
  venue_id: string;
  battle_id: string;
  member_id: string;
  position: number;
}

interface BattleCallTable {
  venue_id: string;
  battle_id: string;
  position: number;
  court_id: Generated<string | null>;
  called_at: Generated<Date | null>;
  calls: Generated<number>;
  on_court_at: Generated<Date | null>;
  late: Generated<string>;
}

interface UmpireAccessTable {
  venue_id: string;
  battle_id: string;
  pin_hash: string;
  token_hash: string | null;
  issued_at: Date;
  version: number;
  ended_at: Date | null;
}

interface PlayerAccessTable {
  venue_id: string;
  battle_id: string;
  side: "home" | "away";
  pin_hash: string;
  token_hash: string | null;
  issued_at: Date;
  ended_at: Date | null;
}

interface ScoreClaimTable {
  venue_id: string;
  battle_id: string;
  side: "home" | "away";
  sets: ColumnType<number[][], string, string>;
  version: number;
  entries: Generated<number>;
  is_disputed: Generated<boolean>;
  entered_at: Date;
}

interface UmpireMarkTable {
  venue_id: string;
  battle_id: string;
  number: number;
  kind: string;
  side: number | null;
  points: number | null;
  sets: ColumnType<[number, number][] | null, string | null, never>;
  marked_at: Date;
  received_at: Date;
}

interface DrawChangeTable {
  venue_id: string;
  id: string;
  event_id: string;
  draw_id: string;
  kind: string;
  first_id: string;
  second_id: string;
  reason: string;
  operator: string;
  created_at: Date;
}

interface PlanJobTable {
  venue_id: string;
  game_id: string;
  id: string;
  state: string;
  done: Generated<number>;
  total: number;
  placed: Generated<number>;
  moved: Generated<number>;
  left_over: Generated<number>;
  reason: Generated<string>;
  operator: string;
  started_at: Date;
  seen_at: Date;
}

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
  | "qualifying"
  | "integral";
type TeamTable = { [K in keyof Team]: K extends Counted ? Generated<Team[K]> : Team[K] } & Spelled & {
    /** Text that a search matches. */
    finds: GeneratedAlways<string>;
  };

type EventTable = TableFor<typeof gameEvents> & {
  /** Rows of the ranking list that was imported last. */
  ranking: Generated<unknown>;
} & Spelled;

export interface CompetitionTables {
  game_draw: GameDrawTable;
  racecard: RacecardTable;
  racecard_group: RacecardGroupTable;
  battle: BattleTable;
  inning: InningTable;
  battle_player: BattlePlayerTable;
  battle_call: BattleCallTable;
  plan_job: PlanJobTable;
  draw_change: DrawChangeTable;
  umpire_access: UmpireAccessTable;
  umpire_mark: UmpireMarkTable;
  player_access: PlayerAccessTable;
  score_claim: ScoreClaimTable;
  game: GameTable;
  game_setting: TableFor<typeof gameSettings>;
  game_event: EventTable;
  game_event_setting: TableFor<typeof gameEventSettings>;
  game_team: TeamTable;
  game_team_member: TableFor<typeof gameTeamMembers> & Spelled;
  referee: TableFor<typeof referees> & Spelled;
}
