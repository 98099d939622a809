/** The calls of games' courts and their services. */
import { gameCourtDesk } from "../../../contract/gameCourts/game-courts";
import { inVenue, type Route } from "../../http/serve";
import { gameCourtServices } from "./list";
import { plan } from "./plan";
import { release } from "./release";
import { reserveCourts } from "./reserve";
import { courtDays, placeDates } from "./view";

export const gameCourtRoutes: Route[] = [
  ...gameCourtServices.routes,
  ...inVenue(gameCourtDesk, { dates: placeDates, list: courtDays, plan, take: reserveCourts, release }),
];
