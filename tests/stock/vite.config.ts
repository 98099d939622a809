/** Builds the product's console with pages as Refine's documentation writes them in place of the suppliers' own. */
import { fileURLToPath } from "node:url";
import { mergeConfig } from "vite";
import product from "../../vite.config.ts";

export default mergeConfig(product, {
  resolve: { alias: [{ find: /^\.\/domains\/stock\/resources$/, replacement: fileURLToPath(new URL("resources.ts", import.meta.url)) }] },
  build: { outDir: ".data/stock-console" },
});
