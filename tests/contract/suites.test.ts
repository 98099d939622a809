import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import config from "../../vitest.config.ts";

test("npm test runs every project of vitest.config.ts", () => {
  const run = readFileSync(new URL("../../src/tools/suites.mjs", import.meta.url), "utf8");
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === "object" && "test" in project ? String(project.test?.name) : String(project),
  );
  expect(projects.length).toBeGreaterThan(5);
  expect(projects.filter((name) => !run.includes(`"${name}"`))).toEqual([]);
});
