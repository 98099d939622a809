/**
 * Prints the tables of declared resources, to begin a migration with:
 * `npx tsx src/tools/resource-ddl.ts src/contract/lockers/lockers.ts lockers:locker rentals:locker_rental`.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Resource } from "../contract/core/resource/define";
import { tableOf } from "./new-resource/ddl";

const [file, ...pairs] = process.argv.slice(2);
const tablesByResource = pairs.map((pair) => pair.split(":") as [resource: string, table: string]);
if (file === undefined || tablesByResource.some((pair) => pair.length !== 2)) {
  console.error("usage: resource-ddl <contract file> <resource>:<table> …");
  process.exit(1);
}
const contract = (await import(pathToFileURL(path.resolve(file)).href)) as Readonly<Record<string, Resource | undefined>>;
const tables = new Map(tablesByResource);
for (const [name, table] of tablesByResource) {
  const resource = contract[name];
  if (!resource) throw new Error(`${file} declares no ${name}`);
  console.log(`${tableOf(resource, table, tables)}\n`);
}
