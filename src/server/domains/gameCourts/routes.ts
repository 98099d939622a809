/** The calls of games' courts and their services. */
import { competitions } from "../../../contract/competitions";
import { gameCourtDesk } from "../../../contract/gameCourts";
import { inVenue, type Route } from "../../http/serve";
import { gameCourtServices } from "./list";
import { plan } from "./plan";
import { release } from "./release";
import { take } from "./take";
import { courtDays, placeDates, places } from "./view";

export const gameCourtRoutes: Route[] = [
  ...gameCourtServices.routes,
  ...inVenue(gameCourtDesk, { list: courtDays, plan, take, release }),
  ...inVenue({ placeDates: competitions.placeDates, places: competitions.places }, { placeDates, places }),
];
