/** Builds the console into dist/console; in development serves it with hot reload and passes /api on to the API server. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, normalizePath } from "vite";
import { chunkOf, screenBanner } from "./src/tools/console-chunks.ts";
import { finishConsole, inlineFirstCss, nameConsoleFiles } from "./src/tools/build-console.ts";
import { aliases, SIDE_EFFECT_FREE } from "./src/tools/aliases.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const api = `http://127.0.0.1:${process.env["API_PORT"] ?? "8787"}`;

export default defineConfig({
  root,
  plugins: [react(), inlineFirstCss(root), nameConsoleFiles(), finishConsole()],
  resolve: { alias: aliases },
  build: {
    outDir: "dist/console",
    emptyOutDir: true,
    reportCompressedSize: false,
    // Files below this would be inlined as data: URLs, which the CSP refuses for scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: SIDE_EFFECT_FREE, sideEffects: false }] },
      output: {
        postBanner: screenBanner,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf(normalizePath(root)), debugName: "boot, http, console" }],
        },
      },
    },
    // antd's lazy chunk is above the default; sizes are watched by the bench.
    chunkSizeWarningLimit: 900,
  },
  server: {
    port: Number(process.env["PORT"] ?? "5173"),
    proxy: { "/api": { target: api, ws: true }, "/docs": { target: api }, "/mini": { target: api } },
  },
});
