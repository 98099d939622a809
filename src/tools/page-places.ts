/**
 * `src/contract/core/page-places.ts`, written from the console's registry of screens for whoever asks the API for the menu, because the contract
 * can't import the console: `npx tsx src/tools/page-places.ts > src/contract/core/page-places.ts`. A test holds the file to the registry.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { format, type FormatConfig } from "oxfmt";
import { screens } from "../console/resources";
import type { PagePlace } from "../contract/core/page-places";
import { PAGES } from "../contract/core/permissions";
import { packageRoot } from "../server/root";

/** Address, icon and venues of the first screen of each page that is opened by itself, in the order of the pages. */
export function pagePlaces(): Record<string, PagePlace> {
  const first = new Map<string, PagePlace>();
  for (const { code, path: at, icon, roles } of screens)
    if (code !== undefined && !at.includes(":") && !first.has(code))
      first.set(code, { path: at, ...(icon ? { icon } : {}), ...(roles ? { roles } : {}) });
  return Object.fromEntries(
    Object.keys(PAGES).flatMap((code) => {
      const place = first.get(code);
      return place ? [[code, place]] : [];
    }),
  );
}

/** The text of the file. */
async function pagePlacesFile(): Promise<string> {
  const text = `/**
 * Where the console shows each page, for whoever asks the API for the menu. Made from the console's registry of screens:
 * \`npx tsx src/tools/page-places.ts > src/contract/core/page-places.ts\`; not changed by hand.
 */
import type { PageCode, ScreenRole } from "./pages";

/** Address and icon of the first screen of a page, and the kinds of venues that it is for. Pages that are opened from others only have none. */
export interface PagePlace {
  readonly path: string;
  readonly icon?: string;
  readonly roles?: readonly ScreenRole[];
}
export const PAGE_PLACES: Readonly<Partial<Record<PageCode, PagePlace>>> = {
${Object.entries(pagePlaces())
  .map(([code, place]) => `${JSON.stringify(code)}: ${JSON.stringify(place)},`)
  .join("\n")}
};
`;
  const options = JSON.parse(readFileSync(path.join(packageRoot, ".oxfmtrc.json"), "utf8")) as FormatConfig;
  return (await format("page-places.ts", text, options)).code;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.stdout.write(await pagePlacesFile());
