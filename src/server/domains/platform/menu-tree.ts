/** The tree of permissions as other programs read it: made of the codes, the console's screens and the calls, never of rows. */
import { calls } from "../../../contract/all";
import type { Output } from "../../../contract/core/call";
import { buttonName, buttonsOf } from "../../../contract/core/code-names";
import { GROUP_NAMES, PAGE_NAMES } from "../../../contract/core/page-names";
import { PAGE_PLACES } from "../../../contract/core/page-places";
import { isForTag } from "../../../contract/core/groups";
import { type Group, GROUPS } from "../../../contract/core/groups";
import { type PageCode, PAGES } from "../../../contract/core/page-codes";
import type { Code } from "../../../contract/core/permissions";
import type { MenuNode, platform } from "../../../contract/platform/platform";
import type { Ctx } from "../../http/context";

const GROUP_CODES: ReadonlySet<string> = new Set(Object.values(GROUPS));
const PAGE_CODES = Object.keys(PAGES) as PageCode[];

/** Returns the calls that each code permits. */
function callsByCode(): ReadonlyMap<Code, MenuNode["calls"]> {
  const found = new Map<Code, MenuNode["calls"]>();
  for (const { call } of calls)
    for (const code of call.codes)
      found.set(code, [
        ...(found.get(code) ?? []),
        { method: call.method, uri: call.path, recordLog: call.method === "POST" && call.effect },
      ]);
  return found;
}

export async function menuTree({ language, venue }: Ctx): Promise<Output<typeof platform.menuTree>> {
  const opens = callsByCode();
  const node = (code: Code, of: Omit<MenuNode, "code" | "calls">): MenuNode => ({ code, ...of, calls: opens.get(code) ?? [] });
  const groups = (Object.keys(GROUPS) as Group[]).map((group, sequence) => ({ group, sequence, code: GROUPS[group] }));
  const buttons = (page: PageCode, disable: boolean): MenuNode[] =>
    buttonsOf(page).map((button, sequence) =>
      node(button, { parentId: page, type: "button", title: buttonName(button)[language], icon: "", path: "", sequence, disable }),
    );
  return {
    content: groups.flatMap(({ group, sequence, code }) => {
      // A group may have a page of its own, of the same code.
      const own = PAGE_CODES.find((page) => page === code);
      const { path = "", icon = "" } = (own && PAGE_PLACES[own]) ?? {};
      const under = own ? buttons(own, false) : [];
      return [
        node(code, { parentId: null, type: "group", title: GROUP_NAMES[group][language], icon, path, sequence, disable: false }),
        ...under,
        ...PAGE_CODES.filter((page) => PAGES[page] === group && !GROUP_CODES.has(page)).flatMap((page, at) => {
          const place = PAGE_PLACES[page];
          const disable = !isForTag(place?.roles, venue.main_tag);
          const title = PAGE_NAMES[page][language];
          return [
            node(page, {
              parentId: code,
              type: "page",
              title,
              icon: place?.icon ?? "",
              path: place?.path ?? "",
              sequence: under.length + at,
              disable,
            }),
            ...buttons(page, disable),
          ];
        }),
      ];
    }),
  };
}
