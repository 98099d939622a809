import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Call } from "../../../src/contract/core/call";

type Api = Readonly<Record<string, Readonly<Record<string, Call>>>>;
const callsOf = (api: Api): readonly (readonly [string, Call])[] =>
  Object.entries(api).flatMap(([group, calls]) => Object.entries(calls).map(([name, call]) => [`${group}.${name}`, call] as const));

const wholeApi = async (): Promise<Api> => {
  const { calls } = await import("../../../src/contract/all");
  const api: Record<string, Record<string, Call>> = {};
  for (const { name, call } of calls) {
    const [domain = "", key = ""] = name.split(".");
    (api[domain] ??= {})[key] = call;
  }
  return api;
};
const described = (schema: z.ZodType): unknown => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

describe("zod is lazy in the built console", () => {
  let plain: Api;
  let late: Api;
  let early: unknown;
  let words: readonly string[];

  beforeAll(async () => {
    plain = await wholeApi();
    vi.resetModules();
    vi.doMock("#zod", async () => ({ z: (await import("../../../src/console/zod/lazy")).z }));
    late = await wholeApi();
    const { OrderStatus } = await import("../../../src/contract/core/states");
    words = OrderStatus.options;
    early = await Promise.resolve()
      .then(() => callsOf(late)[0]?.[1].input.safeParse({}))
      .catch((error: unknown) => error);
    vi.doUnmock("#zod");
    await import("../../../src/console/zod/real");
  });

  it("names the missing zod when something is validated before it is here", () => {
    expect(String(early)).toMatch(/needs zod/);
  });

  it("offers the words of a list without zod", () => {
    expect(words).toContain("paid");
  });

  it("makes of each call the very schemas that zod itself makes", () => {
    const [wanted, given] = [callsOf(plain), callsOf(late)];
    expect(given.map(([name]) => name)).toEqual(wanted.map(([name]) => name));
    for (const [index, [name, call]] of given.entries()) {
      const same = wanted[index]?.[1];
      if (!same) throw new TypeError(name);
      expect({ name, input: described(call.input) }).toEqual({ name, input: described(same.input) });
      expect({ name, output: described(call.output) }).toEqual({ name, output: described(same.output) });
    }
  });

  it("refuses and reads inputs as zod does, refinements and transforms included", () => {
    const enrol = (api: Api) => api["members"]?.["create"]?.input.safeParse({ name: "", mobile: "12" });
    const list = (api: Api) => api["members"]?.["list"]?.input.safeParse({ page: "2", size: "50", q: "  li " });
    expect(enrol(late)?.error?.issues).toEqual(enrol(plain)?.error?.issues);
    expect(enrol(late)?.success).toBe(false);
    expect(list(late)?.data).toEqual(list(plain)?.data);
    expect(list(late)?.data).toMatchObject({ page: 2, q: "li" });
  });
});
