/** Shown data, and input typed beside it, survive a failed read in the background: an error replaces them only where nothing is there. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** An error shown instead of a page or a part of it, whatever is known: `if (read.error) return <ErrorState`, `{read.error ? (<ErrorState`. */
const INSTEAD = /(?:if \((\w+)\.error\) return\s+<ErrorState|\{(\w+)\.error \? \(\s*<ErrorState)/g;

it("shows an error in the place of a page only while the page has nothing to show", () => {
  const wrong = readdirSync("src/console", { recursive: true, encoding: "utf8" }).flatMap((file) => {
    if (!file.endsWith(".tsx")) return [];
    const text = readFileSync(`src/console/${file}`, "utf8");
    return [...text.matchAll(INSTEAD)]
      .map((match) => ({ file, read: match[1] ?? match[2] ?? "", at: match.index }))
      .filter(({ read, at }) => {
        // `useFresh` tells no error once it has data; below `if (!data)` there is none.
        const before = text.slice(Math.max(0, at - 600), at);
        return !new RegExp(`const ${read} = useFresh\\(`).test(text) && !/if \(![\w.]+\) \{?\s*return \(?\s*[^;]*$/.test(before);
      })
      .map((one) => `${one.file}: ${one.read}`);
  });
  expect(wrong).toEqual([]);
});
