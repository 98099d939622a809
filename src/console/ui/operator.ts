import type { T } from "../i18n/keys";

/** Names under which nobody works, as they appear in logs: the scheduler, and customers on the public page. */
const KEYS = { system: "common.system", online: "common.online" } as const;
const isKey = (name: string): name is keyof typeof KEYS => Object.hasOwn(KEYS, name);

/** Returns the display name of an operator: a person's name as it is, the others in the language on screen. */
export const operatorName = (name: string, t: T): string => (isKey(name) ? t(KEYS[name]) : name);
