/** The customers' pages of all domains. */
import { competitionPages, competitionPaths } from "./domains/competitions/public-pages";
import { venuePages } from "./domains/venue/public-pages";

export { competitionPaths };
export const publicPages = [...venuePages, ...competitionPages];
