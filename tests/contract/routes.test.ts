/** Contract and routes say the same: every call is served, once, those of the specification among them. */
import { expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import type { Field } from "../../src/contract/core/resource/fields";
import { servedResources } from "../../src/server/resource/serve";
import { allRoutes } from "../../src/server/routes";
import { SPECIFIED } from "./specified";

const routes = allRoutes({ dataDir: "unused" });
const nameOf = (call: unknown): string | undefined => calls.find((one) => one.call === call)?.name;
const served = routes.map(({ call }) => nameOf(call) ?? `${call.method} ${call.path} of no contract`);

it("serves every call of the contract by one route", () => {
  expect([...served].sort()).toEqual(calls.map(({ name }) => name as string).sort());
});

it("serves every call of the specification", () => {
  const paths = new Set(routes.map(({ call }) => `${call.method} ${call.path}`));
  expect(SPECIFIED.length).toBeGreaterThanOrEqual(83);
  expect(SPECIFIED.filter((one) => !paths.has(one))).toEqual([]);
});

/** Lists of the current state, not of movements. */
const OF_NOW = ["memberCards", "memberTotals"];
it("lets what nobody writes by hand and what has money open on a period", () => {
  const logs = servedResources.filter(
    ({ resource: { codes, fields, name } }) =>
      codes.modify === undefined &&
      !OF_NOW.includes(name) &&
      Object.values<Field>(fields).some(({ kind, options }) => kind === "money" && options.sum),
  );
  expect(logs.length).toBeGreaterThan(8);
  expect(logs.filter(({ resource }) => resource.period === undefined).map(({ resource }) => resource.name)).toEqual([]);
});
