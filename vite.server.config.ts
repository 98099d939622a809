import { defineConfig } from "vite";

/** Bundles the API server into dist/server/main.js, and beside it the thread that plans; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    target: "node20",
    sourcemap: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: { main: "src/server/main.ts", planner: "src/server/domains/competitions/planner.ts" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
