/** Memory that a process holds, from a heap snapshot. */
import { readFileSync } from "node:fs";

interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[], ...unknown[]] };
  };
  readonly nodes: readonly number[];
}

/** Compiled code with what belongs to it, and the shapes of objects: they grow for hours as rare ways are taken for the first time. */
const OF_THE_ENGINE = new Set(["code", "object shape"]);

/** Bytes of data in a snapshot that V8 wrote, which has collected before: what is still referred to. */
export function dataBytes(file: string): number {
  const { snapshot, nodes } = JSON.parse(readFileSync(file, "utf8")) as Snapshot;
  const {
    node_fields: fields,
    node_types: [types],
  } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!OF_THE_ENGINE.has(types[nodes[at + type] ?? 0] ?? "")) bytes += nodes[at + size] ?? 0;
  return bytes;
}
