/** Which payment methods a person uses most, kept with the person's preferences. Pure but for the last. */
import type { PaymentType } from "../../contract/core/enums";
import { preference, setPreference } from "../session/preferences";

/** The preference: "Cash:12 WeChat:3". */
export const USES = "pay.uses";
const MOST = 4;
/** Buttons where nothing was used yet, the likelier first. */
const FIRST: readonly PaymentType[] = ["scanCode", "WeChat", "Cash", "Alipay", "Balance"];
/** Above it all are halved: what was used long ago counts less and less. */
const FULL = 200;

const read = (text: string): Map<string, number> =>
  new Map(
    text.split(" ").flatMap((part) => (/^\w+:\d+$/.test(part) ? [[part.split(":")[0] ?? "", Number(part.split(":")[1])] as const] : [])),
  );

/** The buttons, in the order of `offered` so that they keep their places, and the rest. */
export function quickOf<T extends PaymentType>(offered: readonly T[], uses: string): { quick: readonly T[]; rest: readonly T[] } {
  const counts = read(uses);
  const rank = (type: T): number => (FIRST.includes(type) ? FIRST.length - FIRST.indexOf(type) : 0) / (FIRST.length + 1);
  const weight = (type: T): number => (counts.get(type) ?? 0) + rank(type);
  const most = new Set(offered.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST));
  return { quick: offered.filter((type) => most.has(type)), rest: offered.filter((type) => !most.has(type)) };
}

/** Counts the methods of a payment that was taken. */
export function countUse(types: readonly PaymentType[]): void {
  const counts = read(preference(USES));
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const full = [...counts.values()].reduce((sum, count) => sum + count, 0) > FULL;
  const recentCounts = [...counts]
    .map(([type, count]) => [type, full ? Math.floor(count / 2) : count] as const)
    .filter(([, count]) => count > 0);
  setPreference(USES, recentCounts.map(([type, count]) => `${type}:${count}`).join(" "));
}
