/**
 * A new resource, written by the tool into a copy of this tree, is whole: it compiles, is clean and formatted, and its tests are green
 * untouched. The copy borrows only the installed packages. The short form looks at what was written and at the tests of its
 * declarations; the full one (PROVE=full) also looks at the types of what was written, compiles the whole tree and runs every test that reads
 * declarations.
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
import { writePage } from "../../src/tools/new-resource/page";
import { writeReport } from "../../src/tools/new-resource/report";
import { declaredIn, writeResource } from "../../src/tools/new-resource/write";
import { FULL } from "../support/forms";

const run = promisify(execFile);
const programs = {
  tsx: "node_modules/tsx/dist/cli.mjs",
  tsc: "node_modules/typescript/bin/tsc",
  oxlint: "node_modules/oxlint/bin/oxlint",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
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
const newReport = (...args: string[]): Promise<string> => node("tsx", "src/tools/new-report.ts", ...args);
const newPage = (...args: string[]): Promise<string> => node("tsx", "src/tools/new-page.ts", ...args);

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

  it("is written with every kind of field, and another that refers to it with the fewest", async () => {
    const fields = [
      "number:text.unique:编号:Number",
      "model:choice(small=小=Small|large=大=Large):大小:Size",
      "status:state(free=空闲=Free=success>rent=出租=Rent@rented|rented=已租=Rented=live>giveBack=归还=Give back@free):状态:State",
      "holder:reference(members):持有人:Holder",
      "deposit:money.required.sum:押金:Deposit",
      "height:number:高:Height",
      "boughtOn:day:购入日期:Bought",
      "locked:bool:上锁:Locked",
      "tags:words:标签:Tags",
      "photo:picture:照片:Photo",
      "memo:text.long.search:备注:Memo",
    ].join(",");
    made.push(
      ...filesIn(await newResource("locker", "--zh", "储物柜", "--en", "Locker", "--fields", fields)),
      ...filesIn(
        await newResource(
          "lost-box",
          "--zh",
          "失物箱",
          "--en",
          "Lost box",
          "--group",
          "book",
          "--fields",
          "place:text:地点:Place,locker:reference(lockers):储物柜:Locker",
        ),
      ),
    );
    expect(made).toContain("src/contract/lostBoxes/lost-boxes.ts");
    expect(made.filter((file) => !existsSync(path.join(copy, file)))).toEqual([]);
    expect(await readFile(path.join(copy, "src/contract/lockers/lockers.ts"), "utf8").then((text) => text.split("\n").length)).toBeLessThan(
      60,
    );
  });

  it("gets a report of its records, and pages of one's own stand in a folder that exists and in a new one", async () => {
    made.push(
      ...filesIn(await newReport("locker-report", "--of", "lockers", "--zh", "储物柜报表", "--en", "Locker report")),
      ...filesIn(await newReport("article-report", "--of", "articles", "--zh", "文章报表", "--en", "Article report")),
      ...filesIn(await newPage("lockerMap", "--in", "lockers", "--zh", "储物柜地图", "--en", "Locker map")),
      ...filesIn(await newPage("key-board", "--zh", "钥匙板", "--en", "Key board", "--group", "book")),
    );
    expect(made).toContain("src/contract/lockers/locker-report.ts");
    expect(made).toContain("src/console/domains/keyBoard/KeyBoard.tsx");
    expect(made.filter((file) => !existsSync(path.join(copy, file)))).toEqual([]);
  });

  // Three looks at what was written; none changes it.
  it.skipIf(!FULL)("compiles", { concurrent: true }, async () => {
    await node("tsc", "--noEmit");
  });

  it.concurrent(`is clean${FULL ? ", typed" : ""} and formatted`, async () => {
    const checked = [...new Set(made)].filter((file) => /\.tsx?$/.test(file));
    await node("oxlint", ...(FULL ? ["--type-aware", "--type-check"] : []), "--deny-warnings", ...checked);
    await node("oxfmt", "--check", ...checked);
  });

  it.concurrent("passes the tests of declarations, tables, contract and help", async () => {
    if (!FULL)
      return void (await node("vitest", "run", "tests/server/declared.test.ts", "-t", "lockers|lostBoxes|lockerReport|articleReport"));
    const tests = ["declared", "rows", "locked-reports"].map((name) => `tests/server/${name}.test.ts`);
    await node(
      "vitest",
      "run",
      ...tests,
      "tests/contract/calls.test.ts",
      "tests/console/palette/help.test.ts",
      "tests/console/base/registry.test.ts",
    );
  });
});

it("adds up only the money that says so, and gives each state the tone that was asked for", () => {
  const fields = "name:text:名:Name,price:money:价:Price,paid:money.sum:付:Paid,at:state(a=甲=A=success>go=去=Go@b|b=乙=B):态:State";
  const { resource } = planOf("cupboard", { zh: "柜", en: "Cupboard", fields });
  expect([resource.fields["price"]?.options.sum, resource.fields["paid"]?.options.sum]).toEqual([undefined, true]);
  expect(resource.fields["at"]?.machine?.labels).toEqual({
    a: { zh: "甲", en: "A", tone: "success" },
    b: { zh: "乙", en: "B", tone: "neutral" },
  });
});

describe("a resource that can't be", () => {
  const said = { zh: "柜", en: "Cupboard" };
  const tried = async (name: string, options: Parameters<typeof planOf>[1]) =>
    writeResource(copy, planOf(name, options, await declaredIn(copy)));
  const nothing = (): boolean => !existsSync(path.join(copy, "src/contract/cupboards/cupboards.ts"));

  it.each([
    ["locker", said, "already makes a table"],
    ["order", said, "word of SQL"],
    ["club", said, "already makes a table"],
    ["member", said, "already makes a table"],
    ["Locker Room", said, "is no name"],
    ["cupboard", {}, "--zh"],
    ["cupboard", { ...said, group: "attic" }, "no group"],
    ["cupboard", { ...said, fields: "name:text:名:Name,colour:text" }, "Say what people call colour"],
    ["cupboard", { ...said, fields: "name:float:名:Name" }, "must be text"],
    ["cupboard", { ...said, fields: "name:text:名:Name,height:float:高:Height" }, "a field is one of text"],
    ["cupboard", { ...said, fields: "name:text.shiny:名:Name" }, "shiny is no option"],
    ["cupboard", { ...said, fields: "name:text:名:Name,owner:reference(nobody):主:Owner" }, "nothing called"],
    ["cupboard", { ...said, fields: "name:text:名:Name,at:state(a=甲=A>go=去=Go@b):态:State" }, "which is no state"],
    ["cupboard", { ...said, fields: "name:text:名:Name,at:state(a=甲=A=pink):态:State" }, `"pink" is no tone`],
    ["cupboard", { ...said, fields: "price:money:价:Price" }, "One field must be text"],
    ["cupboard", { ...said, fields: "name:text:名:Name,id:text:号:Id" }, "no field can be called id"],
    ["cupboard", { ...said, fields: "memo:text:备注:Memo,remark:text:备注:Remark" }, "called the same on screen"],
  ])("is refused with the reason: %s %j", async (name, options, reason) => {
    await expect(tried(name, options)).rejects.toThrow(reason);
    expect(nothing()).toBe(true);
  });

  it.each([
    ["club-report", { ...said, of: "nothing" }, "nothing called"],
    ["club-report", { of: "clubs" }, "--zh"],
    ["expense-report", { ...said, of: "clubs" }, "called expenseReport already"],
    ["Club Report", { ...said, of: "clubs" }, "is no name"],
  ])("a report is refused with the reason: %s %j", async (name, options, reason) => {
    await expect(declaredIn(copy).then((declared) => writeReport(copy, name, options, declared))).rejects.toThrow(reason);
  });

  it.each([
    ["club-map", { ...said, in: "nowhere" }, "does not exist"],
    ["club-map", { ...said, group: "attic" }, "no group"],
    ["draw", said, "called draw already"],
  ])("a page is refused with the reason: %s %j", async (name, options, reason) => {
    await expect(writePage(copy, name, options)).rejects.toThrow(reason);
  });

  it("writes nothing when a file that needs a line is not as expected", async () => {
    const file = path.join(copy, "src/server/routes.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("Route[] => [", "Route[] => Array.of("));
    await expect(tried("cupboard", said)).rejects.toThrow("routes.ts does not look as expected");
    expect(nothing()).toBe(true);
    await writeFile(file, text);
  });
});
