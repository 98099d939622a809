/** The calls of package cards and their services. */
import { cards } from "../../../contract/cards/cards";
import { inVenue, type Route } from "../../http/serve";
import { preview } from "./preview";
import { sellPreview } from "./sell";
import { definitions, holdings, sell, use } from "./list";

export const cardRoutes: Route[] = inVenue(cards, { definitions, holdings, sell, sellPreview, use, preview });
