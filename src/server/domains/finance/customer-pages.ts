/** The customer's page of the movements of their own purses. */
import { KIND_LABELS, PURSE_LABELS } from "../../../contract/finance/account-logs";
import { fen, showFen } from "../../../contract/core/money";
import { clock, wall } from "../../../contract/core/time";
import { statementPage } from "../../../public-site/customer";
import { link, venuePath } from "../../../public-site/layout";
import type { Customer, CustomerAnswer, CustomerPage, Visit } from "../../http/customer-pages";
import { memberLog } from "./account-log";

const SIZE = 30;
const MOST_PAGES = 200;

async function statement(visit: Visit, customer: Customer): Promise<CustomerAnswer> {
  const { site, venue } = visit;
  const requestedPage = Number(visit.query("page")[0] ?? 0);
  const page = Number.isInteger(requestedPage) && requestedPage >= 0 && requestedPage < MOST_PAGES ? requestedPage : 0;
  const found = await visit.read((ctx) => memberLog(ctx, { memberId: customer.id, page, size: SIZE }));
  const pageAt = (at: number): string => `${link(site, venuePath(venue.id, "/me/statement"))}&page=${at}`;
  const rows = found.content.map((row) => {
    const { day, minute } = wall(new Date(row.createdAt), venue.zone);
    const received = fen(row.in);
    return {
      at: `${day} ${clock(minute)}`,
      kind: KIND_LABELS[row.kind][site.language],
      purse: PURSE_LABELS[row.purse][site.language],
      no: row.no ?? "",
      amount: received > 0 ? `+${showFen(received)}` : `−${showFen(fen(row.out))}`,
      after: showFen(fen(row.after)),
    };
  });
  return {
    html: statementPage(
      site,
      { id: venue.id, name: venue.name, logo: venue.logo },
      {
        rows,
        newer: page > 0 ? pageAt(page - 1) : null,
        older: found.totalElements > (page + 1) * SIZE && page + 1 < MOST_PAGES ? pageAt(page + 1) : null,
      },
    ),
  };
}

export const statementPages: readonly CustomerPage[] = [{ url: "/me/statement", access: "customer", serve: statement }];
