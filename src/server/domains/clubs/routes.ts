/** The calls of clubs, paired with their rules. */
import { clubMembers, clubs } from "../../../contract/clubs/clubs";
import { auditEffects } from "../../kernel/audited";
import { serveResource } from "../../resource/serve";
import { countMembers, memberName, rejectSecondMembership } from "./clubs";

export const clubRoutes = [
  ...serveResource(clubs, { table: "club", columns: { members: countMembers }, actions: auditEffects }),
  ...serveResource(clubMembers, {
    table: "club_member",
    columns: { memberLabel: memberName },
    saving: rejectSecondMembership,
  }),
];
