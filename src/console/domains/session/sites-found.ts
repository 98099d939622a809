import type { Site } from "../../../contract/session/session";
import { matchScore } from "../../i18n/initials";

/** Venues that fit what was typed, the last one first, then the better fit. */
export function sitesFound(sites: readonly Site[], typed: string, last: string | undefined): readonly Site[] {
  const fit = (site: Site): number => Math.max(...[site.name, site.city, site.area].map((text) => matchScore(text, typed)));
  return sites
    .map((site) => ({ site, rank: (site.venueId === last ? 10 : 0) + fit(site), fits: fit(site) > 0 }))
    .filter(({ fits }) => fits)
    .sort((a, b) => b.rank - a.rank)
    .map(({ site }) => site);
}
