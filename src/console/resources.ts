/**
 * THE registry: every screen, once, in the order of the menu. Each domain lists its own in `domains/<domain>/resources.ts`.
 */
import type { Screen } from "./registry";

export const screens: readonly Screen[] = [];
