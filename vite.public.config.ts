import { defineConfig } from "vite";

/** Builds the script and styles of the customers' pages into dist/public-site; the server finds them by the manifest. */
export default defineConfig({
  base: "/mini/",
  publicDir: false,
  build: {
    outDir: "dist/public-site",
    manifest: "manifest.json",
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "src/public-site/site.ts" },
  },
});
