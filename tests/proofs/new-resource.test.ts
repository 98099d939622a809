/**
 * A new resource, written by the tool into a copy of this tree, is whole: it compiles, is clean and formatted, and its tests are green
 * untouched. The copy borrows only the installed packages.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/server/root";
import { planOf } from "../../src/tools/new-resource/plan";
import { writeResource } from "../../src/tools/new-resource/write";

const run = promisify(execFile);
const programs = {
  tsx: "node_modules/tsx/dist/cli.mjs",
  tsc: "node_modules/typescript/bin/tsc",
  oxlint: "node_modules/oxlint/bin/oxlint",
  prettier: "node_modules/prettier/bin/prettier.cjs",
  vitest: "node_modules/vitest/vitest.mjs",
};
type Program = keyof typeof programs;

let copy: string;
/** Runs a program in the copy. Gives what it printed, and fails with that when the program does. */
async function node(program: Program, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [programs[program], ...args], {
      cwd: copy,
      maxBuffer: 16 * 1024 * 1024,
      // The copy's own migrations make its own template, on the server that the tests already use.
      env: {
        ...process.env,
        TEST_DATABASE_URL: process.env.VENUE_TEST_SERVER,
        NO_COLOR: "1",
        FORCE_COLOR: undefined,
        DEBUG_PRINT_LIMIT: "0",
        VITEST: undefined,
      },
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    // oxlint-disable-next-line preserve-caught-error -- the cause carries the whole output once more
    throw new Error(`${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}
const newResource = (...args: string[]): Promise<string> => node("tsx", "src/tools/new-resource.ts", ...args);

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "venue-new-resource-"));
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: packageRoot,
    maxBuffer: 16 * 1024 * 1024,
  });
  const files = new Set(stdout.split("\0").filter((file) => file !== "" && existsSync(path.join(packageRoot, file))));
  await mkdir(copy, { recursive: true });
  for (const file of files) await cp(path.join(packageRoot, file), path.join(copy, file));
  await symlink(path.join(packageRoot, "node_modules"), path.join(copy, "node_modules"), "junction");
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Files that the tool says it has written. */
const filesIn = (output: string): string[] => [...output.matchAll(/^ {2}((?:src|tests)\/\S+)$/gm)].map(([, file]) => file ?? "");

describe("a new resource", () => {
  const made: string[] = [];

  it("is written with every kind of field, and another with the fewest", async () => {
    made.push(
      ...filesIn(
        await newResource(
          "equipment",
          "--zh",
          "器材",
          "--en",
          "Equipment",
          "--fields",
          "name:text,quantity:int,price:money,on:day,remark:text",
        ),
      ),
      ...filesIn(
        await newResource("lost-item", "--zh", "失物", "--en", "Lost item", "--group", "book", "--fields", "finder:text:拾获人:Finder"),
      ),
    );
    expect(made).toContain("src/contract/lostItem.ts");
    expect(made.filter((file) => !existsSync(path.join(copy, file)))).toEqual([]);
  });

  // Three looks at what stands there now; none changes it.
  it.concurrent("compiles", async () => {
    await node("tsc", "--noEmit");
  });

  it.concurrent("is clean and formatted", async () => {
    const checked = [...new Set(made)].filter((file) => !file.endsWith(".sql"));
    await node("oxlint", "--type-aware", "--deny-warnings", ...checked);
    await node("prettier", "--check", ...checked);
  });

  it.concurrent("passes its own tests, and those of the contract, the tables and the help", async () => {
    const tests = made.filter((file) => file.startsWith("tests/"));
    expect(tests).toHaveLength(4);
    await node("vitest", "run", ...tests, "tests/contract", "tests/server/rows.test.ts", "tests/console/palette/help.test.ts");
  });
});

describe("a resource that can't be", () => {
  const said = { zh: "柜", en: "Locker" };
  const tried = async (name: string, options: Parameters<typeof planOf>[1]) => writeResource(copy, planOf(name, options));
  const nothing = (): boolean => !existsSync(path.join(copy, "src/contract/locker.ts"));

  it.each([
    ["equipment", said, "already makes a table"],
    ["order", said, "word of SQL"],
    ["finance", said, "is there already"],
    ["member", said, "already makes a table"],
    ["Locker Room", said, "is no name"],
    ["locker", {}, "--zh"],
    ["locker", { ...said, group: "attic" }, "no group"],
    ["locker", { ...said, fields: "name:text,colour:text" }, "Say what people call colour"],
    ["locker", { ...said, fields: "name:float" }, "one of text, int, money, day"],
    ["locker", { ...said, fields: "price:money" }, "One field must be text"],
    ["locker", { ...said, fields: "id:text" }, "there already"],
    ["locker", { ...said, fields: "memo:text,remark:text" }, "called the same on screen"],
  ])("is refused with the reason: %s %j", async (name, options, reason) => {
    await expect(tried(name, options)).rejects.toThrow(reason);
    expect(nothing()).toBe(true);
  });

  it("writes nothing when a file that needs a line is not as expected", async () => {
    const file = path.join(copy, "src/server/routes.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("Route[] => [", "Route[] => Array.of("));
    await expect(tried("locker", said)).rejects.toThrow("routes.ts does not look as expected");
    expect(nothing()).toBe(true);
    await writeFile(file, text);
  });
});
