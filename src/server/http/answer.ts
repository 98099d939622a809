/** The envelope, written by serializers made from the contract: a field that the contract does not declare never leaves. */
import fastJson from "fast-json-stringify";
import { z } from "zod";
import type { Language } from "../../contract/enums";
import { refusalText } from "../../contract/errors";
import type { Call } from "../../contract/call";
import type { AppError } from "./error";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };
const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** What decides the shape of an answer. Limits and patterns guard input; here they would only cost time. */
const SHAPE = new Set(["type", "items", "prefixItems", "required", "anyOf", "oneOf", "allOf", "const", "enum", "$ref"]);

/** A schema fit for writing: shape only, no `additionalProperties: false` (the writer drops them anyway), `X | null` as a type array. */
function forWriting(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" || key === "$defs") {
      if (isObject(value)) kept[key] = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, forWriting(inner)]));
    } else if (key === "additionalProperties") {
      if (isObject(value)) kept[key] = forWriting(value);
    } else if (SHAPE.has(key)) {
      kept[key] =
        Array.isArray(value) && key !== "enum" && key !== "required" && key !== "type"
          ? value.map(forWriting)
          : key === "items"
            ? forWriting(value)
            : value;
    }
  }
  const [first, second] = Array.isArray(kept.anyOf) ? kept.anyOf : [];
  if (
    Array.isArray(kept.anyOf) &&
    kept.anyOf.length === 2 &&
    isObject(first) &&
    isObject(second) &&
    second.type === "null" &&
    typeof first.type === "string"
  ) {
    const { anyOf: _, ...rest } = kept;
    return { ...rest, ...first, type: [first.type, "null"] };
  }
  return kept;
}

/** The writer of one call's successful answers. Made at the call's first answer: making all at start would cost a second. */
export function answerWriter(call: Call): (data: unknown) => string {
  let write: ((data: unknown) => string) | undefined;
  return (data) => {
    if (!write) {
      const { $schema: _, ...schema } = z.toJSONSchema(call.output, { io: "output" });
      write = fastJson(forWriting(schema as unknown as Json) as object);
    }
    return `{"code":200,"msg":"","data":${write(data)}}`;
  };
}

/** The envelope of a refusal, in the person's language. */
export const refusal = (error: AppError, language: Language): string =>
  JSON.stringify({ code: error.code, msg: error.text(language), data: error.data });

/** The envelope of what could not be handled. Says nothing of the cause but a number to find it in the log by. */
export const failure = (code: number, language: Language, requestId: string): string =>
  JSON.stringify({ code, msg: refusalText("busy", language), data: { requestId } });
