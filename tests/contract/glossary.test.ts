/** One word for one thing: what the screens, files and help call it, whoever wrote the line. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A way of saying it that is not the house's, and the house's. */
const SAID: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/已付清|已付款/, "已付"],
  [/部分已付|部分付(?!款)/, "部分付款"],
  // The telephone itself is scanned with, confirmed on, or sent to.
  [/(?<!用|在|员工)手机(?!号)|手机号码/, "手机号"],
  [/\d+ ?% ?折|付原价 \{percent\}%/, "9.5 折"],
  [/登陆/, "登录"],
  [/帐(户|号|单)/, "账"],
  [/其它/, "其他"],
];

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(tsx?|md)$/.test(file) && !file.includes("locales/en/") && !file.includes("pages/en/"))
  .map((file) => `src/${file}`);

it("says each thing with one word in locales, labels, file headers and help", () => {
  expect(files.length).toBeGreaterThan(200);
  const odd = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, i) =>
        SAID.filter(([pattern]) => pattern.test(line)).map(([, instead]) => `${file}:${i + 1} say ${instead}: ${line.trim()}`),
      ),
  );
  expect(odd).toEqual([]);
});
