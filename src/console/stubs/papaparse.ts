/** In papaparse's place in the build: Refine's CSV import and export, which nothing here uses. Lists export Excel files by the server. */
const refuse = (): never => {
  throw new TypeError("CSV is not part of the console; see src/tools/refine-source.ts");
};

export default { parse: refuse, unparse: refuse };
