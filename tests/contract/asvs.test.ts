/** `docs/asvs.md`: every file and test that it names exists, every requirement is there once, and the sums in its head are right. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { packageRoot } from "../../src/server/root";

const REQUIREMENTS = 253;
const page = readFileSync(`${packageRoot}/docs/asvs.md`, "utf8");

interface Line {
  readonly number: string;
  readonly verdict: string;
  readonly evidence: string;
}
const linesOf = (text: string): Line[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| (\S+) \| (.*) \|$/gm)].map(([, number = "", verdict = "", evidence = ""]) => ({
    number,
    verdict,
    evidence,
  }));
/** Tests as ``file` › name`, one after the other between dots. */
const testsIn = (evidence: string): { file: string; name: string }[] =>
  evidence.split(" · ").flatMap((part) => {
    const [, file, name] = /^`([^`]+)` › (.+?)(?: \([^()]*\))?$/.exec(part) ?? [];
    return file === undefined || name === undefined ? [] : [{ file, name }];
  });
const filesIn = (evidence: string): string[] =>
  [...evidence.matchAll(/`([\w./-]+\.[a-z]+|Dockerfile|\.dockerignore)`/g)].map(([, file = ""]) => file);

/** Evidence of a table that is not there. */
function missingIn(text: string): string[] {
  const read = new Map<string, string>();
  const textOf = (file: string): string => {
    const known = read.get(file) ?? (existsSync(`${packageRoot}/${file}`) ? readFileSync(`${packageRoot}/${file}`, "utf8") : "");
    read.set(file, known);
    return known;
  };
  return linesOf(text).flatMap(({ number, verdict, evidence }) => [
    ...(verdict === "holds" && filesIn(evidence).length === 0 ? [`${number}: nothing shows it`] : []),
    ...filesIn(evidence).flatMap((file) => (existsSync(`${packageRoot}/${file}`) ? [] : [`${number}: ${file}`])),
    ...testsIn(evidence).flatMap(({ file, name }) => (textOf(file).includes(name) ? [] : [`${number}: ${file} › ${name}`])),
  ]);
}

it("names files and tests that exist", () => {
  expect(missingIn(page)).toEqual([]);
});

it("would find a file or a test that is gone", () => {
  const gone = "| 1.1.1 | 2 | holds | `tests/server/http.test.ts` › a test that nobody wrote · `src/server/nowhere.ts` |";
  expect(missingIn(gone)).toEqual(["1.1.1: src/server/nowhere.ts", "1.1.1: tests/server/http.test.ts › a test that nobody wrote"]);
});

it("has every requirement once, with a verdict, and the sums of its head", () => {
  const lines = linesOf(page);
  expect(new Set(lines.map(({ number }) => number)).size).toBe(REQUIREMENTS);
  expect(lines).toHaveLength(REQUIREMENTS);
  const count = (verdict: string): number => lines.filter((line) => line.verdict === verdict).length;
  const tested = lines.filter(({ verdict, evidence }) => verdict === "holds" && testsIn(evidence).length > 0).length;
  const [holds, partly, notApplicable] = [count("holds"), count("partly"), count("n/a")];
  expect(holds + partly + notApplicable).toBe(REQUIREMENTS);
  expect(page.replace(/\s+/g, " ")).toContain(
    `${REQUIREMENTS} requirements: ${holds} hold, ${tested} of them shown by a named test; ${partly} partly; ${notApplicable} not applicable; 0 fail.`,
  );
  expect(partly).toBeLessThanOrEqual(15);
  expect(tested).toBeGreaterThanOrEqual(60);
});
