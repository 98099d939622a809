/** The calls of games' courts and their services. */
import { competitions } from "../../../contract/competitions";
import { gameCourts } from "../../../contract/gameCourts";
import { inVenue, type Route } from "../../http/serve";
import { excel, list, sums } from "./list";
import { plan } from "./plan";
import { release } from "./release";
import { take } from "./take";
import { placeDates, places, view } from "./view";

export const gameCourtRoutes: Route[] = [
  ...inVenue(gameCourts, { list, sums, excel, view, plan, take, release }),
  ...inVenue({ placeDates: competitions.placeDates, places: competitions.places }, { placeDates, places }),
];
