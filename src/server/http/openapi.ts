/** The OpenAPI 3.1 document of the venue API, made from the contract: a call that is in the contract is in here, as it is there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { api, calls, type CallName } from "../../contract/all";
import { AnswerCode } from "../../contract/core/answer-code";
import { type Access, ById, type Call, FileUrl, Flag, Id, pageOf, Words } from "../../contract/core/call";
import { Yuan, YuanAbove0, YuanIn } from "../../contract/core/money";
import { wholeNumber } from "../../contract/core/numbers";
import { day, instant, money, number, phone, picture, reference, type Target } from "../../contract/core/resource/fields";
import { draftShape } from "../../contract/core/resource/schemas";
import { Day, HalfHour, Instant, MinuteOfDay } from "../../contract/core/time";
import { packageRoot } from "../root";
import { type Json, type JsonObject, NamedSchemas, type SharedKind, SharedParts } from "./openapi-schemas";
import { COOKIE } from "./transport";

const JsonObject = z.record(z.string(), z.json());

const ref = (kind: SharedKind | "schemas", name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

/** Returns the document as a plain object that survives JSON. */
export function openapi(): JsonObject {
  const schemas = new NamedSchemas(VALUES, ["Done", "Page", "Refusal", "Report", "ReportRow"]);
  const sides = calls.map(({ name, call }) => ({
    name,
    call,
    input: schemaOf(call.input, "input"),
    output: schemaOf(call.output, "output"),
  }));
  for (const { name, output } of sides) schemas.add(name, "Output", output);
  for (const { name, call, input } of sides) if (call.encoding !== "query") schemas.add(name, "Input", input);
  const operations = sides.map((side) => operation(side, schemas));
  const parameters = new SharedParts(
    "parameters",
    operations.flatMap((one) => one.parameters),
    PARAMETERS,
    (one) => JSON.stringify(one["name"]).slice(1, -1),
  );
  const answers = new SharedParts(
    "responses",
    operations.map((one) => one.answer),
    {},
    nameOfAnswer,
  );
  const bodies = new SharedParts(
    "requestBodies",
    operations.flatMap(({ body }) => (body === undefined ? [] : [body])),
    {},
    (one) => /"\$ref":"#\/components\/schemas\/(\w+?)(?:Input)?"/.exec(JSON.stringify(one))?.[1] ?? "Empty",
  );
  const paths: Record<string, JsonObject> = {};
  for (const { call, rest, body, parameters: own, answer } of operations)
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: {
        ...rest,
        ...(body ? { requestBody: bodies.write(body) } : {}),
        ...(own.length > 0 ? { parameters: own.map((one) => parameters.write(one)) } : {}),
        responses: { "200": answers.write(answer) },
      },
    };
  return {
    openapi: "3.1.0",
    info: {
      title: "Venue Console API",
      version: version(),
      description:
        "Every handled answer, refusals included, is HTTP 200 with `{code, msg, data}`; `code` 200 means done; any other status means that the server could not answer, and a client may try once more, after `Retry-After` where a 503 has it. Money is yuan as decimal text, " +
        "times are ISO 8601 with offset, days are YYYY-MM-DD in the venue's zone. Beside `sourceId` each call of a venue may carry `siteType` " +
        "(always Venue) and `siteTypeSourceId`, in the same place.",
    },
    servers: [{ url: "/" }],
    security: VENUE_TOKEN,
    tags: [...new Set(calls.map(({ name }) => domainOf(name)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: parameters.components(),
      requestBodies: bodies.components(),
      responses: answers.components(),
      schemas: { Done: DONE, Page: pageSchema(), Refusal: REFUSAL, ...REPORT_SCHEMAS, ...schemas.components() },
    },
  };
}

const version = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"))).version;
const domainOf = (name: CallName): string => name.slice(0, name.indexOf("."));

/** A call with the JSON schemas of both of its sides. */
interface Sides {
  readonly name: CallName;
  readonly call: Call;
  readonly input: JsonObject;
  readonly output: JsonObject;
}
/** An operation whose body, parameters and answer are still written out. */
interface Operation {
  readonly call: Call;
  readonly rest: JsonObject;
  readonly body: JsonObject | undefined;
  readonly parameters: readonly JsonObject[];
  readonly answer: JsonObject;
}

function operation({ name, call, input, output }: Sides, schemas: NamedSchemas): Operation {
  const inBody = call.encoding !== "query";
  const body = { [call.encoding === "json" ? "application/json" : FORM]: { schema: bodyOf(call, schemas.write(input)) } };
  return {
    call,
    rest: {
      operationId: name,
      tags: [domainOf(name)],
      summary: call.summary,
      ...(call.access === "venue" ? {} : { security: SECURITY[call.access] }),
      ...(call.codes.length > 0 ? { "x-code": call.codes } : {}),
    },
    body: inBody ? { required: true, content: body } : undefined,
    parameters: [...(call.effect ? [ref("parameters", "key")] : []), ...(inBody ? [] : queryParameters(call, input, schemas))],
    answer: answer(call, schemas.write(output)),
  };
}

const FORM = "application/x-www-form-urlencoded";

const WHERE = ["sourceId", "siteType", "siteTypeSourceId"];

function bodyOf(call: Call, input: JsonObject): JsonObject {
  if (call.encoding !== "form" || call.access !== "venue") return input;
  const who = Object.fromEntries(["access_token", "sourceName", ...WHERE].map((name) => [name, { type: "string" }]));
  return { allOf: [input, { type: "object", properties: who }] };
}

function queryParameters(call: Call, input: JsonObject, schemas: NamedSchemas): JsonObject[] {
  const required = Array.isArray(input.required) ? input.required : [];
  return Object.entries(objectIn(input, "properties"))
    .filter(([name]) => call.access !== "venue" || !WHERE.includes(name))
    .map(([name, schema]) => ({
      name,
      in: "query",
      ...(required.includes(name) ? { required: true } : {}),
      schema: schemas.write(JsonObject.parse(schema)),
    }));
}

/** Builds the answer of a call: its file, or `data` in the envelope; a refusal is the envelope in both cases. */
function answer(call: Call, output: JsonObject): JsonObject {
  const refusal = ref("schemas", "Refusal");
  if (call.file === "application/json")
    return { description: "The answer as the service gave it", content: json({ anyOf: [output, refusal] }) };
  if (call.file !== undefined) {
    const file = { [call.file]: { schema: { type: "string", format: "binary" } } };
    return { description: "The file; a refusal is the envelope", content: { ...file, ...json(refusal) } };
  }
  return {
    description: "",
    content: json({ oneOf: [{ allOf: [ref("schemas", "Done"), { properties: { data: output } }] }, refusal] }),
  };
}

/** Returns the name of the schema that an answer carries. */
function nameOfAnswer(answer: JsonObject): string {
  const [, name] = /"data":\{"\$ref":"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(answer)) ?? [];
  return name ?? (JSON.stringify(answer).includes('"binary"') ? "File" : "Plain");
}

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const envelope = (code: JsonObject, data: JsonObject): JsonObject => ({
  type: "object",
  properties: { code, msg: { type: "string" }, data },
  required: ["code", "msg", "data"],
});

/** JSON schema of one side of a call. Reading an input gives what travels, not what it becomes. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    reused: "inline",
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  return JsonObject.parse(JSON.parse(JSON.stringify(rest)));
}

const objectIn = (schema: JsonObject, key: string): JsonObject => JsonObject.safeParse(schema[key]).data ?? {};

const UNNAMED = { zh: "", en: "" };
const NOTHING: Target = { resource: "", title: "" };
const REPORT = objectIn(schemaOf(api.expenseReport.read.output, "output"), "properties");
/** Values that most calls carry, by name; those named Input are read from text as well. */
const VALUES: Readonly<Record<string, JsonObject>> = Object.fromEntries([
  ...Object.entries({ Id, Yuan, Day, Instant, MinuteOfDay }).flatMap(([name, schema]) => [
    [name, schemaOf(schema, "output")] as const,
    [`${name}OrNull`, schemaOf(schema.nullable(), "output")] as const,
  ]),
  ...Object.entries({
    YuanInput: YuanIn,
    YuanAbove0,
    MinuteInput: MinuteOfDay,
    HalfHourInput: HalfHour,
    IntegerInput: wholeNumber(0, 9),
  }).map(([name, schema]) => [name, schemaOf(schema, "input")] as const),
  ...Object.entries({ ById, Words, Flag, FileUrl }).map(([name, schema]) => [name, schemaOf(schema, "input")] as const),
  // Sums of a report, of the period that it is compared with, and of a list that adds nothing up.
  ["Figures", JsonObject.parse(REPORT["sums"])] as const,
  ["FiguresOrNull", JsonObject.parse(REPORT["previous"])] as const,
  ["Count", schemaOf(z.object({ count: z.number().int() }), "output")] as const,
  // Fields of forms that may be left empty.
  ...Object.entries(
    draftShape({
      IntegerInputOrNull: number(UNNAMED),
      YuanInputOrNull: money(UNNAMED),
      DayInputOrNull: day(UNNAMED),
      InstantInputOrNull: instant(UNNAMED),
      IdInputOrNull: reference({ ...UNNAMED, of: () => NOTHING }),
      FileUrlOrNull: picture(UNNAMED),
      MobileInput: phone({ ...UNNAMED, required: true }),
      MobileInputOrEmpty: phone(UNNAMED),
    }),
  ).map(([name, schema]) => [name, schemaOf(schema, "input")] as const),
  ["MobileOrEmpty", JsonObject.parse({ type: "string", pattern: "^(?:1[3-9]\\d{9})?$", description: "mobile, 11 digits" })] as const,
  // Values as calls carry them that have no field of their own.
  [
    "IdsInput",
    JsonObject.parse({
      anyOf: [{ maxItems: 30, type: "array", items: { type: "string", minLength: 1, maxLength: 60 } }, { type: "string" }],
    }),
  ] as const,
  [
    "NumberInputOrNull",
    JsonObject.parse({
      anyOf: [{ type: "string", const: "" }, { type: "number" }, { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" }, { type: "null" }],
    }),
  ] as const,
]);

const FIGURES: JsonObject = { $ref: "#/components/schemas/FiguresOrNull" };
/** Describes the part that all reports' responses have in common. */
const REPORT_SCHEMAS: JsonObject = {
  Report: {
    type: "object",
    properties: { whole: { type: "boolean" }, sums: { $ref: "#/components/schemas/Figures" }, previous: FIGURES },
    required: ["whole", "sums", "previous"],
  },
  ReportRow: {
    type: "object",
    properties: { key: { type: "string" }, level: { type: "integer" }, previous: FIGURES },
    required: ["key", "level", "previous"],
  },
};

/** Returns what every page has beside its rows. */
function pageSchema(): JsonObject {
  const page = schemaOf(pageOf(z.unknown()), "output");
  const { content: _content, ...properties } = objectIn(page, "properties");
  return { ...page, properties, required: Object.keys(properties).filter((name) => name !== "unsorted") };
}

/**
 * Drops what says nothing to a client: the bounds that every JSON integer has, a least length of 0, and that an answer has no further fields,
 * which a reader must bear. Writes alternatives that are single values as an enumeration, alternatives of alternatives as one list, and what
 * may be null as a type.
 */
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minLength === 0) delete schema.minLength;
  if (schema.anyOf) schema.anyOf = schema.anyOf.flatMap((one) => (Object.keys(one).length === 1 && one.anyOf ? one.anyOf : [one]));
  const { anyOf } = schema;
  if (anyOf?.length === 2 && anyOf.every((one) => Object.keys(one).length === 1 && one.type !== undefined)) {
    delete schema.anyOf;
    Object.assign(schema, { type: anyOf.map((one) => one.type) });
    return;
  }
  const values = anyOf?.map((one) => one.const);
  const [type] = anyOf?.map((one) => one.type) ?? [];
  if (!values?.length || type === undefined || !anyOf?.every((one, i) => values[i] !== undefined && one.type === type)) return;
  delete schema.anyOf;
  Object.assign(schema, { type, enum: values });
}

const TOKEN: Json = [{ bearer: [] }, { header: [] }, { query: [] }, { cookie: [] }];
/** Token and venue travel in headers with JSON, in the query with GET, and in the body of forms. */
const VENUE_TOKEN: Json = [
  { bearer: [], venueHeader: [] },
  { header: [], venueHeader: [] },
  { cookie: [], venueHeader: [] },
  { query: [], venueQuery: [] },
  { cookie: [], venueQuery: [] },
];
/** Security of the calls that name no venue; those of a venue have the document's. */
const SECURITY: Readonly<Record<Exclude<Access, "venue">, Json>> = { public: [], cookie: [{ cookie: [] }], person: TOKEN };
const SECURITY_SCHEMES: JsonObject = {
  bearer: { type: "http", scheme: "bearer" },
  header: { type: "apiKey", in: "header", name: "access_token" },
  query: { type: "apiKey", in: "query", name: "access_token" },
  cookie: { type: "apiKey", in: "cookie", name: COOKIE, description: "set at login; only from the same site" },
  venueHeader: { type: "apiKey", in: "header", name: "sourceId", description: "id of the venue, with JSON" },
  venueQuery: { type: "apiKey", in: "query", name: "sourceId", description: "id of the venue, with GET" },
};

const PARAMETERS: JsonObject = {
  key: {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    description: "made once per action of a person; the same key and body get the first answer",
    schema: { type: "string" },
  },
};
const DONE: JsonObject = envelope({ const: AnswerCode.done }, {});
const REFUSAL: JsonObject = envelope(
  {
    type: "integer",
    enum: Object.values(AnswerCode).filter((code) => code !== AnswerCode.done),
    description: "400: bad input, with `data.errors`",
  },
  {
    type: ["object", "null"],
    properties: { errors: { type: "object", additionalProperties: { type: "string" }, description: "field → message" } },
  },
);
