/** Contract, routes and OpenAPI say the same of every call: it is served, or it is listed as not served yet. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { calls } from "../../src/contract/all";
import { NOT_SERVED } from "../../src/server/http/notServed";
import { openapi } from "../../src/server/http/openapi";
import { allRoutes } from "../../src/server/routes";

const routes = allRoutes({ dataDir: "unused" });
const listed = new Set<string>(NOT_SERVED);
const nameOf = (call: unknown): string | undefined => calls.find((one) => one.call === call)?.name;
const served = routes.map(({ call }) => nameOf(call) ?? `${call.method} ${call.path} of no contract`);

describe("every call of the contract", () => {
  it("is served or listed as not served, never both and never neither", () => {
    const wrong = calls.flatMap(({ name }) => {
      const times = served.filter((one) => one === name).length;
      if (listed.has(name)) return times > 0 ? [`${name}: served, and listed as not served`] : [];
      return times === 1 ? [] : [`${name}: served by ${times} routes, and not listed`];
    });
    expect(wrong).toEqual([]);
  });

  it("is told by OpenAPI to be served exactly where a route serves it", () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), "x-not-served": z.boolean() }))) })
      .parse(openapi());
    const told = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => !operation["x-not-served"]);
    expect(told.map(({ operationId }) => operationId).sort()).toEqual([...served].sort());
  });
});

it("has no route for a call outside the contract", () => {
  const names = new Set<string>(calls.map(({ name }) => name));
  expect(served.filter((name) => !names.has(name))).toEqual([]);
});
