import type { T } from "../i18n/keys";

/** Name under which the scheduler works, as it appears in logs. */
const SCHEDULER = "system";

/** Returns the display name of an operator: a person's name as it is, the scheduler in the language on screen. */
export const operatorName = (name: string, t: T): string => (name === SCHEDULER ? t("common.system") : name);
