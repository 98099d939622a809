import { describe, expect, it } from "vitest";
import { api, calls } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { FIELDS } from "../../src/contract/core/fields";
import { ALL_CODES, type Code } from "../../src/contract/core/permissions";
import { fieldsOf, inside, type Schema, schemaOf } from "../support/schema";
import { SPECIFIED } from "./specified";

/** Paths of the fields of which a schema says nothing. */
function untyped(schema: Schema, path: string): string[] {
  const says = schema.type ?? schema.const ?? schema.enum ?? schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (says === undefined) return [path];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => untyped(field, `${path}.${name}`));
  return [...own, ...inside(schema).flatMap((part) => untyped(part, path))];
}
const topFields = (call: Call): string[] => Object.keys(schemaOf(call.input, "input").properties ?? {});

describe("the calls of the contract", () => {
  it("has every call of the specification, under the path and method written there", () => {
    const ours = new Set(calls.map(({ call }) => `${call.method} ${call.path}`));
    expect(SPECIFIED.filter((one) => !ours.has(one))).toEqual([]);
  });

  it("spells no path twice", () => {
    const seen = calls.map(({ call }) => call.path);
    expect(seen.filter((path, i) => seen.indexOf(path) !== i)).toEqual([]);
  });

  it("names every call after its domain", () => {
    expect(calls.length).toBe(Object.values(api).reduce((sum, domain) => sum + Object.keys(domain).length, 0));
    expect(calls.filter(({ name }) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  });

  it("asks only for codes that a role can hold", () => {
    const known = new Set<Code>(ALL_CODES);
    expect(calls.flatMap(({ name, call }) => call.codes.filter((code) => !known.has(code)).map((code) => `${name} ${code}`))).toEqual([]);
  });

  it("asks for codes only where there is a venue to hold them at", () => {
    expect(calls.filter(({ call }) => call.codes.length > 0 && (call.access === "public" || call.access === "person"))).toEqual([]);
  });

  it("changes things only by POST, and not without a session and a venue that scope the key", () => {
    const wrong = calls.filter(
      ({ call }) => call.effect && (call.method !== "POST" || (call.access !== "venue" && call.access !== "cookie")),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("guards what changes a venue by a code", () => {
    const unguarded = calls.filter(({ call }) => call.effect && call.codes.length === 0).map(({ name }) => name);
    expect(unguarded).toEqual(["messages.read"]);
  });

  it("lets open paths carry no venue of themselves: they are public, or name their venue", () => {
    const open = calls.filter(({ call }) => call.path.startsWith("/api/open/"));
    expect(open.filter(({ call }) => call.access !== "public" && call.access !== "cookie").map(({ name }) => name)).toEqual([]);
    expect(open.filter(({ call }) => call.access === "cookie" && !topFields(call).includes("venueId")).map(({ name }) => name)).toEqual([]);
    expect(calls.filter(({ call }) => call.access === "cookie" && !call.path.startsWith("/api/open/")).map(({ name }) => name)).toEqual([]);
  });

  it("opens to everyone only what a reviewer agreed to", () => {
    const open = calls.filter(({ call }) => call.access === "public").map(({ name }) => name);
    expect(open.filter((name) => !name.startsWith("session."))).toEqual([
      "platform.findPassword",
      "uploads.upToken",
      "uploads.base64",
      "content.articles",
      "content.article",
      "content.pictures",
      "content.location",
      "content.sendCode",
      "shell.updateNotice",
      // By the PIN of one match, or the token that it gave.
      "umpire.open",
      "umpire.view",
      "umpire.send",
    ]);
  });

  it("sends queries flat, so that each value fits one parameter", () => {
    const nested = calls
      .filter(({ call }) => call.encoding === "query")
      .flatMap(({ name, call }) =>
        Object.entries(schemaOf(call.input, "input").properties ?? {})
          .filter(([, field]) => field.type === "object")
          .map(([field]) => `${name} ${field}`),
      );
    expect(nested).toEqual([]);
  });

  it("types every field that is sent and every field that is read", () => {
    expect(calls.flatMap(({ name, call }) => untyped(schemaOf(call.output, "output"), name))).toEqual([]);
    expect(calls.flatMap(({ name, call }) => untyped(schemaOf(call.input, "input"), name))).toEqual([]);
  });

  it("has a label in both languages for every field that a person can get wrong", () => {
    const labels: Readonly<Record<string, { zh: string; en: string }>> = FIELDS;
    const names = new Set(
      calls.flatMap(({ call }) => fieldsOf(schemaOf(call.input, "input")).filter((name) => call.labels?.[name] === undefined)),
    );
    expect([...names].filter((name) => !labels[name]?.zh || !labels[name].en).sort()).toEqual([]);
  });

  it("keeps no label for a field that is gone", () => {
    const names = new Set(calls.flatMap(({ call }) => fieldsOf(schemaOf(call.input, "input"))));
    expect(Object.keys(FIELDS).filter((name) => !names.has(name))).toEqual([]);
  });
});
