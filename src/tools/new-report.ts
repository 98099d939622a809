/** `npm run new:report`: declares a report over the records of a resource and enters it in every room. */
import { parseArgs } from "node:util";
import { packageRoot } from "../server/root";
import { REPORT_USAGE, writeReport } from "./new-resource/report";
import { declaredIn } from "./new-resource/write";

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { of: text, zh: text, en: text, group: text, help: { type: "boolean" } },
  });
  const [name, ...more] = positionals;
  if (values.help) {
    console.log(`Usage: ${REPORT_USAGE}`);
    return;
  }
  if (name === undefined || more.length > 0) throw new Error(`Usage: ${REPORT_USAGE}`);
  const { made, added, path, codes, server } = await writeReport(packageRoot, name, values, await declaredIn(packageRoot));
  console.log(`Written:
${made.map((file) => `  ${file}`).join("\n")}
With a line in:
${added.map((file) => `  ${file}`).join("\n")}

Next:
  npm run check && npx vitest run tests/server/declared.test.ts tests/server/locked-reports.test.ts tests/contract tests/console/base/registry.test.ts
  npm run dev, then ${path} as admin of a new data folder. Roles that exist do not hold the new codes yet: ${codes.join(", ")}.
  Then make it yours: columns, groups and tiles are in the declaration, the query of its rows in ${server}.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
