/** Content of the JSON schema of a call's input or output. */
import { z } from "zod";

export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: unknown;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly additionalProperties?: unknown;
}
export const schemaOf = (schema: z.ZodType, io: "input" | "output"): Schema =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io }))) as Schema;
export const inside = (schema: Schema): Schema[] => [
  ...(schema.items ? [schema.items] : []),
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
];

/** Names of all fields of a schema, nested ones too. */
export function fieldsOf(schema: Schema): string[] {
  const own = Object.entries(schema.properties ?? {});
  return [...own.flatMap(([name, field]) => [name, ...fieldsOf(field)]), ...inside(schema).flatMap(fieldsOf)];
}
