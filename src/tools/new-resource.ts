/** `npm run new:resource`: declares a resource and enters it in every room. */
import { parseArgs } from "node:util";
import { packageRoot } from "../server/root";
import { pathsOf } from "./new-resource/files";
import { planOf, USAGE } from "./new-resource/plan";
import { declaredIn, writeResource } from "./new-resource/write";

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { zh: text, en: text, many: text, group: text, fields: text, help: { type: "boolean" } },
  });
  const [name, ...more] = positionals;
  if (values.help) {
    console.log(`Usage: ${USAGE}`);
    return;
  }
  if (name === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const plan = planOf(name, values, await declaredIn(packageRoot));
  const { made, added } = await writeResource(packageRoot, plan);
  console.log(`Written:
${made.map((file) => `  ${file}`).join("\n")}
With a line in:
${added.map((file) => `  ${file}`).join("\n")}

Next:
  npm run check && npx vitest run tests/server/declared.test.ts tests/server/rows.test.ts tests/contract tests/console/base/registry.test.ts
  npm run dev, then ${pathsOf(plan).list} as admin of a new data folder. Roles that exist do not hold the new codes yet:
  ${plan.codes.page}, ${plan.codes.modify}, ${plan.codes.export}.
  Then make it yours: fields, actions and help are in src/contract/${plan.name}/${plan.file}.ts, rules of the business are hooks in src/server/domains/${plan.name}/routes.ts.
  The migration may be changed until it has run somewhere; after that, write the next one.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
