/** Lists and reports of members' money, read from views over the ledger and the documents. */
import { sql, type SqlBool } from "kysely";
import {
  cardOpenings,
  cardsOpened,
  memberMonths,
  memberPurchases,
  memberTotals,
  NOBODY,
  userAccountLogs,
} from "../../../contract/finance/member-money";
import { memberFits } from "../../kernel/member-filter";
import { isAmongFound } from "../../resource/query";
import { serveReport } from "../../resource/report";
import { serveResource } from "../../resource/serve";
import { kindBy, ofKinds } from "./kinds";
import { openings } from "./openings";
import { allStatements, statements } from "./statements";

const id = () => sql.ref("t.id");
const TAKEN = sql`-t.amount`;

export const memberMoneyRoutes = [
  ...serveResource(userAccountLogs, {
    table: "member_movement",
    columns: {
      id,
      kind: () => kindBy(TAKEN),
      supportCashOut: () => sql`(coalesce(t.principal, 0) <> 0)`,
      cashOuted: () => sql`(coalesce(t.principal, 0) < 0 AND ${kindBy(TAKEN)} IN ('closing', 'revocation'))`,
      cardNo: () => sql`(SELECT m.card_no FROM member m WHERE m.venue_id = t.venue_id AND m.id = t.member_id)`,
    },
    searches: {
      cardNo: (text, ctx) =>
        isAmongFound(ctx, sql`select m.id from member m where m.venue_id = ${ctx.venue.id} and m.card_key ^@ ${text}`, [sql`t.member_id`]),
    },
    filters: { kind: (kinds: readonly string[]) => ofKinds(kinds, TAKEN) },
  }),
  ...serveResource(memberPurchases, { table: "member_purchase", columns: { id, net: () => sql`(t.paid - t.refunded)` } }),
  ...serveResource(memberTotals, {
    table: "member_total",
    columns: { id },
    // As the list of members finds them: each condition has its index, however many there are.
    filters: { q: (q: string, ctx) => memberFits(ctx, q, "t") },
  }),
  ...serveResource(cardsOpened, {
    table: "card_opening",
    columns: { id },
    daysOf: { day: "created_at" },
    filters: { operator: (name: string) => sql<SqlBool>`t.operator = ${name === NOBODY ? "" : name}` },
  }),
  ...serveReport(cardOpenings, { rows: openings }),
  ...serveReport(memberMonths, { rows: statements, file: allStatements }),
];
