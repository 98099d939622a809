/** Build steps of the console's page beyond bundling: inlined first CSS, early fetch of the console's files, compression, CSP hashes. */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Styles inlined into index.html, in order: the tokens that everything uses, and the login page's own rules. */
const FIRST_CSS = ["src/console/theme/tokens.css", "src/console/login/login.css"];
/** Modules that the console needs before it can render anything, whatever the page. */
const FIRST_MODULES = ["/src/console/main.tsx", "/src/console/App.tsx"];
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|wasm|map)$/;
/** Below this many bytes a compressed copy saves nothing. */
const SMALLEST = 600;

/** Comments and spare white space out; strings keep theirs. */
export const squeeze = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/;}/g, "}")
    .trim();

/** Puts the first CSS where index.html says `<!--inline-css-->`: the login page paints without a second request. */
export function inlineFirstCss(root: string): Plugin {
  return {
    name: "venue:inline-first-css",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        const css = await Promise.all(FIRST_CSS.map((file) => readFile(join(root, file), "utf8")));
        return html.replace("<!--inline-css-->", `<style>${squeeze(css.join("\n"))}</style>`);
      },
    },
    handleHotUpdate({ file, server }) {
      if (FIRST_CSS.some((first) => file.endsWith(first))) server.ws.send({ type: "full-reload" });
    },
  };
}

/** Names the console's first files where index.html says `%main-files%`, so that they are asked for before the entry script has run. */
export function nameConsoleFiles(): Plugin {
  return {
    name: "venue:name-console-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const all = Object.values(bundle ?? {}).filter((file) => file.type === "chunk");
        const first = all.filter((chunk) => FIRST_MODULES.some((module) => chunk.moduleIds.some((id) => id.endsWith(module))));
        const named = all.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
        const js = first.flatMap((chunk) => [chunk.fileName, ...chunk.imports]).filter((name) => !named.includes(name));
        const css = first.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        return html.replace("%main-files%", [...new Set([...js, ...css])].map((name) => `/${name}`).join(" "));
      },
    },
  };
}

/** `sha256-…` of each inline script of a page, as CSP wants them. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = ""]) => `sha256-${createHash("sha256").update(text).digest("base64")}`,
  );
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file);
  if (body.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const copies: readonly (readonly [string, Buffer])[] = [
    [".br", await promisify(brotliCompress)(body, { params })],
    [".gz", await promisify(gzip)(body, { level: 9 })],
  ];
  await Promise.all(copies.filter(([, copy]) => copy.length < body.length).map(([ending, copy]) => writeFile(file + ending, copy)));
}

/** When all is written: `csp.json` with the hashes of the inline scripts, and a `.br` and `.gz` beside each file worth it. */
export function finishConsole(): Plugin {
  let outDir = "";
  return {
    name: "venue:finish-console",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const html = await readFile(join(outDir, "index.html"), "utf8").catch(() => undefined);
      if (html === undefined) return; // the build failed before; its own error says why
      const files = (await readdir(outDir, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(files.map((name) => compress(join(outDir, name))));
      await writeFile(join(outDir, "csp.json"), JSON.stringify({ scripts: scriptHashes(html) }));
    },
  };
}
