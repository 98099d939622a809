/** `npm run new:page`: makes a page of one's own, with its help, and enters it in the registry. */
import { parseArgs } from "node:util";
import { packageRoot } from "../server/root";
import { PAGE_USAGE, writePage } from "./new-resource/page";

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { in: text, zh: text, en: text, group: text, help: { type: "boolean" } },
  });
  const [name, ...more] = positionals;
  if (values.help) {
    console.log(`Usage: ${PAGE_USAGE}`);
    return;
  }
  if (name === undefined || more.length > 0) throw new Error(`Usage: ${PAGE_USAGE}`);
  const { made, added, path, code, component } = await writePage(packageRoot, name, values);
  console.log(`Written:
${made.map((file) => `  ${file}`).join("\n")}
With a line in:
${added.map((file) => `  ${file}`).join("\n")}

Next:
  npm run check && npx vitest run tests/contract tests/console/base/registry.test.ts tests/console/palette/help.test.ts
  npm run dev, then ${path} as admin of a new data folder. Roles that exist do not hold the new code yet: ${code}.
  Then make it yours: ${component} reads by useRead and acts by useCall; write its help, too.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
