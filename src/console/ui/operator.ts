import type { T } from "../i18n/keys";

/** Name under which the scheduler works, as it appears in logs. */
const SCHEDULER = "system";

/** Who did something, as people say it: a person's name as it is, the scheduler in the language on screen. */
export const operatorName = (name: string, t: T): string => (name === SCHEDULER ? t("common.system") : name);
