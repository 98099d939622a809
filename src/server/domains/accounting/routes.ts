/** The calls of vouchers for the accountant's program, paired with their services. */
import { accountCodeDesk, journalFiles } from "../../../contract/accounting/journal";
import { inVenue } from "../../http/serve";
import { accountCodeRoutes, fillCodes, missing } from "./codes";
import { csv, kingdee, yonyou } from "./files";
import { batchRoutes } from "./journal";

export const journalRoutes = [
  ...inVenue(accountCodeDesk, { missing, fill: fillCodes }),
  ...inVenue(journalFiles, { kingdee, yonyou, csv }),
  ...batchRoutes,
  ...accountCodeRoutes,
];
