/** Files of a new page of one's own: component, help, screen. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { screens } from "../../console/resources";
import { GROUPS } from "../../contract/core/groups";
import { ALL_CODES } from "../../contract/core/permissions";
import { groupOf, labelOf, labelSource, spellingsOf } from "./names";
import { addScreens, withPages, type Written, writeFiles } from "./write-files";
import { CODE_WORDS } from "./words";

const DOMAINS = "src/console/domains";

export const PAGE_USAGE = `npm run new:page -- locker-map --zh 储物柜地图 --en "Locker map" [--in lockers] [--group venue]

  name      lower camel or kebab case: lockerMap, locker-map
  --zh      its title in Chinese          --en     and in English
  --in      folder under ${DOMAINS}; a new one of the page's name when left out
  --group   group of the menu (venue when left out): ${Object.keys(GROUPS).join(", ")}`;

interface WrittenPage extends Written {
  readonly path: string;
  readonly code: string;
  readonly component: string;
}

/**
 * Writes the page into the project at `root`.
 * @throws Error when something of that name exists, or when a file that gets an addition does not look as expected; nothing is then written
 */
export async function writePage(
  root: string,
  name: string,
  options: { readonly in?: string; readonly zh?: string; readonly en?: string; readonly group?: string },
): Promise<WrittenPage> {
  const { camel, pascal, kebab, snake } = spellingsOf(name);
  const title = labelOf("it (--zh, --en)", options.zh, options.en);
  const group = groupOf(options.group ?? "venue");
  const domain = options.in ?? camel;
  if (options.in !== undefined && !existsSync(path.join(root, DOMAINS, domain)))
    throw new Error(`${DOMAINS}/${domain} does not exist; there are ${readdirSync(path.join(root, DOMAINS)).join(", ")}`);
  const address = `/${group}/${kebab}`;
  if (CODE_WORDS.has(camel)) throw new Error(`${camel} already means something in the code around it. Choose another name`);
  if (ALL_CODES.some((code) => code === snake) || screens.some((screen) => screen.name === camel || screen.path === address))
    throw new Error(`A page is called ${camel} already: choose another name. Nothing was written`);
  const component = `${DOMAINS}/${domain}/${pascal}.tsx`;
  const source = `screen({
  name: "${camel}",
  group: "${group}",
  code: "${snake}",
  path: "${address}",
  title: { ${labelSource(title)} },
  icon: "grid",
  page: () => import("./${pascal}"),
})`;
  const { made, edited } = await addScreens(root, domain, { name: `${camel}Screens`, maker: "screen", source });
  const files = {
    [component]: `/** ${title.en}. */
import { useT } from "../../i18n/use-t";
import { EmptyState } from "../../ui/EmptyState";

export function ${pascal}() {
  const t = useT();
  return <EmptyState title={t("list.empty")} />;
}
`,
    [`src/console/help/pages/zh/${camel}.md`]: `## 这里做什么

${title.zh}。

## 常用步骤

1. 打开本页。
`,
    [`src/console/help/pages/en/${camel}.md`]: `## What this page is for

${title.en}.

## Common steps

1. Open this page.
`,
    ...made,
  };
  const written = await withPages(root, await writeFiles(root, files, edited));
  return { ...written, path: address, code: snake, component };
}
