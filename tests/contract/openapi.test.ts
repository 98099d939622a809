import { describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { openapi } from "../../src/server/http/openapi";

/** A body or answer, or a reference to one that several operations share. */
interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly security?: readonly unknown[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
  readonly "x-code"?: readonly string[];
}
interface Document {
  readonly openapi: string;
  readonly security: readonly unknown[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const built = openapi();
const document = JSON.parse(JSON.stringify(built)) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "$ref" ? [String(inner)] : refsIn(inner)));
}
const resolve = (ref: string): unknown =>
  ref === ""
    ? undefined
    : ref
        .slice(2)
        .split("/")
        .reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined), document);

describe("the OpenAPI document", () => {
  it("has every call of the contract and no other, by its name", () => {
    const ours = calls.map(({ name, call }) => `${call.method.toLowerCase()} ${call.path} ${name}`).sort();
    expect(operations.map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`).sort()).toEqual(ours);
    expect(document.openapi).toBe("3.1.0");
  });

  it("survives JSON unchanged", () => {
    expect(document).toEqual(built);
  });

  it("points nowhere that is not there", () => {
    const refs = new Set(refsIn(document));
    expect(refs.size).toBeGreaterThan(0);
    expect([...refs].filter((ref) => !ref.startsWith("#/components/") || resolve(ref) === undefined)).toEqual([]);
  });

  it("names no parameter of a call twice", () => {
    for (const { operation } of operations) {
      const named = (operation.parameters ?? []).map((parameter) => resolve(String(parameter.$ref ?? "")) ?? parameter) as {
        name: string;
        in: string;
      }[];
      const places = named.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(places).size, operation.operationId).toBe(places.length);
    }
  });

  it("gives each call its domain's tag", () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(operations.filter(({ operation }) => !operation.tags.every((tag) => tags.has(tag)))).toEqual([]);
  });

  it("carries codes and security", () => {
    const byName = new Map(operations.map(({ operation }) => [operation.operationId, operation]));
    for (const { name, call } of calls) {
      const operation = byName.get(name);
      expect(operation?.["x-code"] ?? [], name).toEqual(call.codes);
      expect((operation?.security ?? document.security).length === 0, name).toBe(call.access === "public");
    }
  });

  it("asks for an Idempotency-Key exactly where there is an effect", () => {
    const key = "#/components/parameters/key";
    const byName = new Map(operations.map(({ operation }) => [operation.operationId, operation]));
    for (const { name, call } of calls) {
      const { parameters = [] } = byName.get(name) ?? {};
      expect(
        parameters.some((parameter) => parameter.$ref === key),
        name,
      ).toBe(call.effect);
    }
  });

  it("sends values where the encoding says", () => {
    const byName = new Map(operations.map(({ operation }) => [operation.operationId, operation]));
    const media = { json: ["application/json"], form: ["application/x-www-form-urlencoded"], query: undefined };
    for (const { name, call } of calls) {
      const given = byName.get(name)?.requestBody;
      const body = given?.$ref === undefined ? given : (resolve(given.$ref) as Answer);
      expect(body && Object.keys(body.content ?? {}), name).toEqual(media[call.encoding]);
    }
  });

  it("describes downloads as files", () => {
    for (const { name, call } of calls) {
      const answer = operations.find(({ operation }) => operation.operationId === name)?.operation.responses["200"];
      const { content = {} } = (resolve(answer?.$ref ?? "") ?? answer ?? {}) as Answer;
      expect(Object.keys(content), name).toContain(call.file ?? "application/json");
      if (call.file !== undefined && call.file !== "application/json")
        expect(content[call.file], name).toEqual({ schema: { type: "string", format: "binary" } });
    }
  });
});
