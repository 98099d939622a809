import type { Same } from "../../i18n/keys";
import type { cms as zh } from "../zh/cms";

/** Texts of the cms pages. */
export const cms = {
  article: {
    categories: "Categories",
    tags: "Tags",
  },
  banner: {
    pictures: "Pictures",
  },
  preview: {
    preview: "Preview",
  },
  video: {
    platforms: "Platforms",
    competitions: "Competitions",
    play: "Play {name}",
    play2: "Play",
  },
} as const satisfies Same<typeof zh>;
