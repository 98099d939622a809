/** In pluralize's place in the build: Refine makes titles of resource names with it; ours are words of the console's own. */
const same = (name: string): string => name;

export default { plural: same, singular: same };
