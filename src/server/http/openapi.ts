/** The OpenAPI 3.1 document of the venue API, made from the contract: a call that is in the contract is in here, as it is there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { calls, type CallName } from "../../contract/all";
import { AnswerCode } from "../../contract/answerCode";
import type { Access, Call } from "../../contract/call";
import { packageRoot } from "../root";
import { COOKIE } from "./transport";

/** A part of the document: JSON as it will be sent. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };
const JsonObject = z.record(z.string(), z.json());

const ref = (kind: "parameters" | "responses" | "schemas", name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

/** The document as a plain object that survives JSON. */
export function openapi(): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const { name, call } of calls) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Venue Console API",
      version: version(),
      description:
        "Every handled answer, refusals included, is HTTP 200 with `{code, msg, data}`; `code` 200 means done. Money is yuan as decimal text, " +
        "times are ISO 8601 with offset, days are YYYY-MM-DD in the venue's zone.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(calls.map(({ name }) => domainOf(name)))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, parameters: PARAMETERS, responses: RESPONSES, schemas: { Refusal: REFUSAL } },
  };
}

const version = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"))).version;
const domainOf = (name: CallName): string => name.slice(0, name.indexOf("."));

function operation(name: CallName, call: Call): JsonObject {
  const input = schemaOf(call.input, "input");
  const inBody = call.encoding !== "query";
  return {
    operationId: name,
    tags: [domainOf(name)],
    summary: call.summary,
    security: SECURITY[call.access],
    parameters: [...contextParameters(call), ...(inBody ? [] : queryParameters(call, input))],
    ...(inBody
      ? {
          requestBody: {
            required: true,
            content: { [call.encoding === "json" ? "application/json" : FORM]: { schema: bodyOf(call, input) } },
          },
        }
      : {}),
    responses: { "200": answer(call), "5XX": ref("responses", "Unavailable") },
    "x-access": call.access,
    "x-code": call.codes,
    "x-effect": call.effect,
  };
}

const FORM = "application/x-www-form-urlencoded";

const WHERE = ["sourceId", "siteType", "siteTypeSourceId"];

/** Who and where, by encoding (wire): headers with JSON, fields of the body with forms, query parameters with GET. */
function contextParameters(call: Call): JsonObject[] {
  const key = call.effect ? [ref("parameters", "idempotencyKey")] : [];
  if (call.access !== "venue" || call.encoding === "form") return key;
  const side = call.encoding === "json" ? "Header" : "Query";
  return [...WHERE.map((name) => ref("parameters", name + side)), ...key];
}

function bodyOf(call: Call, input: JsonObject): JsonObject {
  if (call.encoding !== "form" || call.access !== "venue") return input;
  const who = Object.fromEntries(["access_token", "sourceName", ...WHERE].map((name) => [name, { type: "string" }]));
  return { ...input, properties: { ...objectIn(input, "properties"), ...who } };
}

function queryParameters(call: Call, input: JsonObject): JsonObject[] {
  const required = Array.isArray(input.required) ? input.required : [];
  return Object.entries(objectIn(input, "properties"))
    .filter(([name]) => call.access !== "venue" || !WHERE.includes(name))
    .map(([name, schema]) => ({ name, in: "query", required: required.includes(name), schema }));
}

/** What a call answers: its file, or `data` in the envelope; a refusal is the envelope either way. */
function answer(call: Call): JsonObject {
  const refusal = ref("schemas", "Refusal");
  const output = schemaOf(call.output, "output");
  if (call.file === "application/json")
    return { description: "The answer as the service gave it", content: json({ anyOf: [output, refusal] }) };
  if (call.file !== undefined) {
    const file = { [call.file]: { schema: { type: "string", format: "binary" } } };
    return { description: "The file; a refusal is the envelope", content: { ...file, ...json(refusal) } };
  }
  return { description: "Done, or a refusal", content: json({ oneOf: [envelope({ const: AnswerCode.done }, output), refusal] }) };
}

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const envelope = (code: JsonObject, data: JsonObject): JsonObject => ({
  type: "object",
  properties: { code, msg: { type: "string" }, data },
  required: ["code", "msg", "data"],
});

/** JSON schema of one side of a call. Reading an input gives what travels, not what it becomes. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = JsonObject.parse(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, reused: "inline" }))));
  return rest;
}

const objectIn = (schema: JsonObject, key: string): JsonObject => JsonObject.safeParse(schema[key]).data ?? {};

const TOKEN: Json = [{ bearer: [] }, { header: [] }, { query: [] }, { cookie: [] }];
const SECURITY: Readonly<Record<Access, Json>> = { public: [], cookie: [{ cookie: [] }], person: TOKEN, venue: TOKEN };
const SECURITY_SCHEMES: JsonObject = {
  bearer: { type: "http", scheme: "bearer" },
  header: { type: "apiKey", in: "header", name: "access_token" },
  query: { type: "apiKey", in: "query", name: "access_token" },
  cookie: { type: "apiKey", in: "cookie", name: COOKIE, description: "set at login; only from the same site" },
};

const carried = (name: string, place: "query" | "header", required: boolean, description: string): JsonObject => ({
  name,
  in: place,
  required,
  description,
  schema: { type: "string" },
});
const PARAMETERS: JsonObject = {
  ...Object.fromEntries(
    (["header", "query"] as const).flatMap((place) => {
      const side = place === "header" ? "Header" : "Query";
      return [
        [`sourceId${side}`, carried("sourceId", place, true, "id of the venue")],
        [`siteType${side}`, carried("siteType", place, false, "always Venue")],
        [`siteTypeSourceId${side}`, carried("siteTypeSourceId", place, false, "id of the venue's site type")],
      ];
    }),
  ),
  idempotencyKey: carried(
    "Idempotency-Key",
    "header",
    true,
    "made once per action of a person; the same key and body get the first answer",
  ),
};
const RESPONSES: JsonObject = {
  Unavailable: {
    description: "The server could not answer; a client may try once more, after `Retry-After` where a 503 has it",
    content: json(ref("schemas", "Refusal")),
  },
};
const REFUSAL: JsonObject = envelope(
  {
    type: "integer",
    not: { const: AnswerCode.done },
    description: "400 bad input with `data.errors`, 401, 403, 404, 409, 422, 423, 429, 501, 503",
  },
  {
    type: ["object", "null"],
    properties: { errors: { type: "object", additionalProperties: { type: "string" }, description: "field → message" } },
  },
);
