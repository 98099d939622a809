import type { Same } from "../../i18n/keys";
import type { unions as zh } from "../zh/unions";

/** Texts of the unions pages. */
export const unions = {
  institutionParts: {
    coaches: "Coaches",
  },
  organizationParts: {
    tenants: "Tenants",
    siteTypes: "Site types",
    people: "People",
  },
  threadingParts: {
    skills: "Skills",
    brands: "Brands",
  },
} as const satisfies Same<typeof zh>;
