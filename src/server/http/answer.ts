/** The envelope, written by serializers made from the contract: a field that the contract does not declare never leaves. */
import fastJson from "fast-json-stringify";
import { z } from "zod";
import type { Language } from "../../contract/core/enums";
import { refusalText } from "../../contract/core/errors";
import type { Call } from "../../contract/core/call";
import type { AppError } from "./error";

type JsonObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Schema keywords that define the shape of an answer. Limits and patterns guard input; here they would only cost time. */
const SHAPE = new Set(["type", "items", "prefixItems", "required", "anyOf", "oneOf", "allOf", "const", "enum", "$ref"]);

/** A schema fit for writing: shape only, no `additionalProperties: false` (the writer drops them anyway), `X | null` as a type array. */
function toWriterSchema(schema: JsonObject): JsonObject {
  const inner = (value: unknown): unknown => (isObject(value) ? toWriterSchema(value) : value);
  const copied: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" || key === "$defs") {
      if (isObject(value)) copied[key] = Object.fromEntries(Object.entries(value).map(([name, of]) => [name, inner(of)]));
    } else if (key === "additionalProperties") {
      if (isObject(value)) copied[key] = toWriterSchema(value);
    } else if (SHAPE.has(key)) {
      const words = key === "enum" || key === "required" || key === "type";
      copied[key] = Array.isArray(value) && !words ? value.map(inner) : key === "items" ? inner(value) : value;
    }
  }
  const { anyOf, ...rest } = copied;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return copied;
  const [first, second]: readonly unknown[] = anyOf;
  if (!isObject(first) || !isObject(second) || second.type !== "null" || typeof first.type !== "string") return copied;
  return { ...rest, ...first, type: [first.type, "null"] };
}

/** The writer of one call's successful answers. Made at the call's first answer: making all at start would cost a second. */
export function answerWriter(call: Call): (data: unknown) => string {
  let write: ((data: unknown) => string) | undefined;
  return (data) => {
    if (!write) {
      const { $schema: _, ...schema } = z.toJSONSchema(call.output, { io: "output" });
      write = fastJson(toWriterSchema(schema));
    }
    return `{"code":200,"msg":"","data":${write(data)}}`;
  };
}

/** The envelope of a refusal, in the person's language. */
export const refusal = (error: AppError, language: Language): string =>
  JSON.stringify({ code: error.code, msg: error.text(language), data: error.dataIn(language) });

/** The envelope of what could not be handled. Says nothing of the cause but a number to find it in the log by. */
export const failure = (code: number, language: Language, requestId: string): string =>
  JSON.stringify({ code, msg: refusalText("busy", language), data: { requestId } });
