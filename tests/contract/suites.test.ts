import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageRoot } from "../../src/server/root";
import config from "../../vitest.config.ts";

test("npm test runs every project of vitest.config.ts", () => {
  const run = readFileSync(new URL("../../src/tools/suites.mjs", import.meta.url), "utf8");
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === "object" && "test" in project ? String(project.test?.name) : String(project),
  );
  expect(projects.length).toBeGreaterThan(5);
  expect(projects.filter((name) => !run.includes(`"${name}"`))).toEqual([]);
});

test("every npm script installs what is missing before it runs", () => {
  const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    scripts: Record<string, string>;
  };
  const direct = Object.entries(scripts).filter(([name, command]) => command !== `node src/tools/setup.mjs ${name}`);
  expect(direct).toEqual([]);
});

test("no project leaves test files out or tries a failed test again", () => {
  const text = readFileSync(new URL("../../vitest.config.ts", import.meta.url), "utf8");
  expect(text).not.toMatch(/\bretry\b|TEST_TURN/);
});

test("npm run lines ends quietly where whoever reads has enough", async () => {
  const tool = spawn(process.execPath, ["--import", "tsx", "src/tools/lines.ts", "--all"], {
    cwd: packageRoot,
    stdio: ["ignore", "pipe", "pipe"],
  });
  tool.stdout.destroy();
  let said = "";
  tool.stderr.on("data", (text) => (said += String(text)));
  const [code] = (await once(tool, "close")) as [number];
  expect({ code, said }).toEqual({ code: 0, said: "" });
});
