/** The customers' pages of all domains. */
import { competitionPages, competitionPaths } from "./domains/competitions/publicPages";
import { venuePages } from "./domains/venue/publicPages";

export { competitionPaths };
export const publicPages = [...venuePages, ...competitionPages];
