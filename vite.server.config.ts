import { defineConfig } from "vite";

/** Bundles the API server into dist/server/main.js; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: "src/server/main.ts",
    outDir: "dist/server",
    target: "node20",
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: { output: { entryFileNames: "main.js", chunkFileNames: "[name]-[hash].js" } },
  },
});
