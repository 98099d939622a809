/** QR codes for customers: paying to the venue, and the venue's page in the mini-program. */
import { renderSVG } from "uqr";
import type { Parsed } from "../../../contract/core/call";
import { platform } from "../../../contract/platform/platform";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { inVenue, type Route } from "../../http/serve";

/** Builds the link of a business's code: `t=cg` is the venue's page. */
export function linkOf(base: string, input: Parsed<typeof platform.miniCode>): string {
  const url = new URL(base);
  const values =
    input.business === "venueDetail"
      ? { t: "cg", venueId: input.venueId }
      : { business: input.business, venueId: input.venueId, env_version: input.env_version };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * The call that gives a QR image as an address of its own, drawn here.
 * @param base what the codes link to (`MINI_PROGRAM_URL`); null: the public pages, under the host of the request
 */
export const miniCodeRoutes = (base: string | null): Route[] =>
  inVenue(platform, {
    miniCode: async (ctx: Ctx, input) => {
      // The code of another venue would bring this desk's customers there.
      if (input.venueId !== ctx.venue.id) throw new AppError("siteData");
      return `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(linkOf(base ?? `${ctx.origin || "http://localhost"}/mini`, input), { ecc: "M" }))}`;
    },
  });
