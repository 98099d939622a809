/** Additions to the derived list of players: names on paper. */
import { gameTeamMembers } from "../../../contract/competitions/competitions";
import type { Parts } from "../../resource/parts";
import { personCell, referenceCell, WholeNames } from "./printed-names";

export const parts: Parts = {
  aside: WholeNames,
  cells: {
    name: personCell("name"),
    team: referenceCell("team", gameTeamMembers.fields.team, "entry"),
    replaced: personCell("replaced"),
  },
};
