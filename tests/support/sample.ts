/** An input that a call may take, made from its schema: enough to reach the service, not to please it. */
import { z } from "zod";
import type { Call } from "../../src/contract/core/call";

type Schema = Readonly<Record<string, unknown>>;

/** Id in sample inputs: of a venue, and of the rows that tests make. */
export const SAMPLE_ID = "v-1";
const TEXTS = [
  SAMPLE_ID,
  "2026-11-21",
  "2026-11",
  "13800138000",
  "123456",
  "Abcdef12",
  "1.00",
  "createdAt,desc",
  "a",
  "测试原因",
  "134567890123456789",
];

/** A value for each required field. Fields that no guess fits are left to the call's own refusal. */
export function sampleInput(call: Call): Record<string, unknown> {
  const schema = z.toJSONSchema(call.input, { io: "input", unrepresentable: "any" }) as Schema;
  const value = sample(schema);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function sample(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [choice] = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as Schema[];
  if (choice) return sample(choice);
  switch (schema.type) {
    case "object": {
      const properties = (schema.properties ?? {}) as Record<string, Schema>;
      const required = (schema.required ?? []) as string[];
      return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
    }
    case "array":
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () => sample((schema.items ?? {}) as Schema));
    case "integer":
    case "number":
      return Math.max(1, Number(schema.minimum ?? 1));
    case "boolean":
      return true;
    case "string": {
      const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern) : /./;
      const least = Number(schema.minLength ?? 0);
      return (TEXTS.find((text) => pattern.test(text)) ?? "a").padEnd(least, "a");
    }
    default:
      return "1";
  }
}
