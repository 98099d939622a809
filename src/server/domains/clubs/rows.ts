/** Rows of clubs. Checked against the database by a test. */
import type { clubMembers, clubs } from "../../../contract/clubs/clubs";
import type { TableFor } from "../../resource/columns";

export interface ClubTables {
  club: TableFor<typeof clubs>;
  club_member: TableFor<typeof clubMembers>;
}
