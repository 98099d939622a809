/** `npm run new:resource`: writes a resource into every room, from its contract to its tests. */
import { parseArgs } from "node:util";
import { packageRoot } from "../server/root";
import { pathsOf } from "./new-resource/console";
import { codesOf } from "./new-resource/contract";
import { planOf, USAGE } from "./new-resource/plan";
import { writeResource } from "./new-resource/write";

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { zh: text, en: text, group: text, fields: text, help: { type: "boolean" } },
  });
  const [name, ...more] = positionals;
  if (values.help || name === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const plan = planOf(name, values);
  const { made, added, tests } = await writeResource(packageRoot, plan);
  const codes = codesOf(plan);
  console.log(`Written:
${made.map((file) => `  ${file}`).join("\n")}
With a line in:
${added.map((file) => `  ${file}`).join("\n")}

Next:
  npm run check && npx vitest run ${tests.join(" ")}
  npm run dev, then ${pathsOf(plan).list} as admin of a new data folder. Roles that exist do not hold the new codes yet:
  ${codes.page}, ${codes.modify}, ${codes.excel}.
  Then make it yours: what a form may say is in src/contract/${plan.camel}.ts, the rules of the business in src/server/domains/${plan.camel}/change.ts.
  The migration may be changed until it has run somewhere; after that, write the next one.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
