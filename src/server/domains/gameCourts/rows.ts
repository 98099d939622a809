/** Rows of games' courts. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface GameTable {
  venue_id: string;
  id: string;
  no: string;
  title: string;
  contact: Generated<string>;
  phone: Generated<string>;
  remark: Generated<string>;
  person_id: string;
  operator: string;
  created_at: Date;
}

export interface GameCourtsTables {
  game: GameTable;
}
