/**
 * Builds Refine's packages from the `src/` that they ship beside a dist of one file each: of one file, whatever any page uses lands in the
 * first load; of the sources, a page brings only what it uses. Measured on the `console` chunk: see docs/developers.md, "Refine and antd".
 * In the build only; development and tests run with the packages themselves.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { normalizePath, type Plugin } from "vite";

const PACKAGES = ["@refinedev/core", "@refinedev/antd", "@refinedev/kbar", "kbar"];
/** How Refine's sources name their own folders: `@hooks/form` is `src/hooks/form`. */
const ALIAS = /^@(?=(?:components|hooks|definitions|contexts|providers)(?:\/|$))/;
/** What Refine imports and no screen of this console uses, by the file in `src/console/stubs/` that takes its place; each says why. */
const STAND_INS: Readonly<Record<string, string>> = {
  qs: "qs.ts",
  papaparse: "papaparse.ts",
  "error-stack-parser": "error-stack-parser.ts",
  pluralize: "pluralize.ts",
  "fast-equals": "fast-equals.ts",
  "lodash/isEqual": "isEqual.ts",
  "react-markdown": "nothing.ts",
  "remark-gfm": "nothing.ts",
  "@ant-design/pro-layout": "PageHeader.tsx",
};
const EXPORTED = /^export (?:declare )?(?:async )?(type|interface|const|function|class|enum|let) (\w+)/gm;
const IMPORTS = /import \{([^}]*)\} from "([^"]+)";?/g;
const REEXPORTS = /export \{([^}]*)\} from "([^"]+)"/g;

const namesIn = (list: string): readonly string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
const wordOf = (name: string): string => name.split(" as ")[0] ?? "";

/** The source file of a path without its ending. */
const fileAt = (path: string): string | undefined =>
  ["", ".tsx", ".ts", "/index.tsx", "/index.ts"]
    .map((end) => normalizePath(path + end))
    .find((at) => existsSync(at) && statSync(at).isFile());

/** Where each value is exported from, by package folder and name; of two files that export one name neither, so that the index decides. */
function readExports(homes: readonly string[]): { readonly values: Map<string, string | undefined>; readonly types: Set<string> } {
  const values = new Map<string, string | undefined>();
  const types = new Set<string>();
  for (const home of homes)
    for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(name) || /\.(?:test|spec)\./.test(name)) continue;
      for (const [, kind, word = ""] of readFileSync(home + name, "utf8").matchAll(EXPORTED))
        if (kind === "type" || kind === "interface") types.add(word);
        else values.set(home + word, values.has(home + word) ? undefined : home + normalizePath(name));
    }
  return { values, types };
}

/** @param root folder of the project */
export function refineSource(root: string): Plugin {
  const homeOf = (name: string): string => `${normalizePath(join(root, "node_modules", name, "src"))}/`;
  const homes = PACKAGES.map(homeOf);
  const around = (id: string | undefined): string | undefined => homes.find((home) => id?.startsWith(home));
  let known: ReturnType<typeof readExports> | undefined;
  /** Imports each name from the file that exports it: an index would bring all that it names into the chunk of its importer. */
  const direct = (code: string, id: string): string =>
    code.replace(IMPORTS, (whole, list: string, source: string) => {
      const home = PACKAGES.includes(source) ? homeOf(source) : ALIAS.test(source) || source.startsWith(".") ? around(id) : undefined;
      if (home === undefined) return whole;
      const rest: string[] = [];
      const lines = namesIn(list).flatMap((name) => {
        const from =
          known?.values.get(home + wordOf(name)) ??
          (source === "@refinedev/kbar" ? known?.values.get(homeOf("kbar") + wordOf(name)) : undefined);
        if (from !== undefined && from !== id) return [`import { ${name} } from "${from}";`];
        rest.push(name);
        return [];
      });
      return [...lines, ...(rest.length > 0 ? [`import { ${rest.join(", ")} } from "${source}";`] : [])].join(" ");
    });
  return {
    name: "venue:refine-source",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      const stub = around(importer) || importer?.includes("@refinedev") ? STAND_INS[source] : undefined;
      if (stub !== undefined) return join(root, "src/console/stubs", stub);
      // Its exports name the development build for every bundler: the one for production leaves its warnings out.
      if (source === "react-router")
        return { id: join(root, "node_modules/react-router/dist/production/index.mjs"), moduleSideEffects: false };
      // As in their dist: of lodash-es a page takes the functions that it uses, without the frame of a CommonJS module around each.
      if (source.startsWith("lodash/") && around(importer)) return this.resolve(`lodash-es/${source.slice("lodash/".length)}.js`, importer);
      if (PACKAGES.includes(source)) return { id: fileAt(`${homeOf(source)}index`) ?? source, moduleSideEffects: false };
      const home = around(importer);
      if (home === undefined || importer === undefined || !(ALIAS.test(source) || source.startsWith("."))) return null;
      const bare = source.replace(/\.js$/, "").replace(/\/index$/, "");
      return fileAt(ALIAS.test(bare) ? home + bare.replace(ALIAS, "") : join(dirname(importer), bare)) ?? null;
    },
    transform(code, id) {
      const home = around(id);
      if (home === undefined && !code.includes("@refinedev/")) return null;
      const { types, values } = (known ??= readExports(homes));
      const deep = direct(code, id);
      if (home === undefined) return deep;
      // `export { useForm, UseFormProps } from "./form"`: a compiler of single files can't know which of them are types.
      return deep.replace(REEXPORTS, (_, list: string, from: string) => {
        const kept = namesIn(list).filter((name) => !types.has(wordOf(name)) || values.has(home + wordOf(name)));
        return `export { ${kept.join(", ")} } from "${from}"`;
      });
    },
  };
}
