/** Screens put what their buttons do into the palette: counted over all pages of the registry. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const DOMAINS = "src/console/domains";
const REGISTERS = /\buse(?:Screen|List)Commands\(|<CommandButton\b|<ListPage\b|<FormPage\b|<EditPage\b|<ReportActions\b/;

const sourceOf = (path: string): string | undefined => {
  const found = [`${path}.tsx`, `${path}.ts`].find((file) => existsSync(file));
  return found === undefined ? undefined : readFileSync(found, "utf8");
};
/** True if a page, or a part of its own folder that it is made of, registers commands. */
function registers(path: string, seen: ReadonlySet<string> = new Set()): boolean {
  const source = sourceOf(path);
  if (source === undefined || seen.has(path)) return false;
  if (REGISTERS.test(source)) return true;
  const parts = [...source.matchAll(/from "(\.[^"]*)"/g)].flatMap(([, part]) => part ?? []);
  return parts.some((part) => {
    const next = join(dirname(path), part);
    return next.startsWith(`${DOMAINS}/`) && registers(next, new Set([...seen, path]));
  });
}

const registries = readdirSync(DOMAINS, { recursive: true, encoding: "utf8" })
  .filter((file) => /(resources|Screens)\.ts$/.test(file))
  .map((file) => ({ folder: dirname(join(DOMAINS, file)), source: readFileSync(join(DOMAINS, file), "utf8") }));
const derived = registries.flatMap(({ source }) => [...source.matchAll(/\bdeclared(?:Report)?\(\{/g)]).length;
const written = [
  ...new Set(
    registries.flatMap(({ folder, source }) =>
      [...source.matchAll(/page: \(\) => import\("(\.[^"]*)"\)/g)].map(([, page]) => join(folder, page ?? "")),
    ),
  ),
];

/** Pages with nothing to do but to look, or whose form is antd's own; and those outside the console's frame. */
const WITHOUT = [
  "cards/SellCard",
  "competitions/TeamSchedule",
  "competitions/umpire/UmpirePage",
  "platform/SmsCodes",
  "sale/customer-display/CustomerDisplay",
  "session/AuthRedirect",
  "session/Sites",
];

it("counts at least 40 screens with commands of their own: every derived page, and 30 of the written ones", () => {
  expect(derived).toBeGreaterThan(80);
  for (const page of ["list/ListPage", "form/FormPage"]) expect(REGISTERS.test(sourceOf(`src/console/ui/${page}`) ?? "")).toBe(true);
  expect(written.filter((page) => registers(page)).length).toBeGreaterThanOrEqual(30);
  expect(derived + written.filter((page) => registers(page)).length).toBeGreaterThanOrEqual(40);
});

it("leaves out no written page that has something to do", () => {
  expect(
    written
      .filter((page) => !registers(page))
      .map((page) => page.slice(DOMAINS.length + 1))
      .sort(),
  ).toEqual(WITHOUT);
});
