/** Amounts as they are said in Chinese: ¥1,000.05 → 一千元零五分. */
import type { Fen } from "../../contract/core/money";

const DIGITS = "零一二三四五六七八九";
const PLACES = ["", "十", "百", "千"];
const GROUPS = ["", "万", "亿", "万亿"];
const digit = (value: number): string => DIGITS.charAt(value);
/** Before a measure word two is 两, not 二. */
const counted = (value: number): string => (value === 2 ? "两" : digit(value));

/** Four digits, without leading zeros: 1005 → 一千零五. `leads`: nothing stands before them, so ten is 十, not 一十. */
function spellGroup(value: number, leads: boolean): string {
  let spoken = "";
  let gap = false;
  for (let place = 3; place >= 0; place--) {
    const at = Math.floor(value / 10 ** place) % 10;
    if (at === 0) {
      gap = spoken !== "";
      continue;
    }
    const ten = place === 1 && at === 1 && leads && spoken === "";
    const name = ten ? "" : place >= 2 ? counted(at) : digit(at);
    spoken += `${gap ? "零" : ""}${name}${PLACES[place] ?? ""}`;
    gap = false;
  }
  return spoken;
}

/** A whole number ≥ 0, below 10^16. */
function spellNumber(value: number): string {
  if (value === 0) return "零";
  let spoken = "";
  let gap = false;
  for (let group = 3; group >= 0; group--) {
    const part = Math.floor(value / 10_000 ** group) % 10_000;
    if (part === 0) {
      gap = spoken !== "";
      continue;
    }
    const zero = spoken !== "" && (gap || part < 1_000) ? "零" : "";
    const name = part === 2 && group > 0 ? "两" : spellGroup(part, spoken === "");
    spoken += `${zero}${name}${GROUPS[group] ?? ""}`;
    gap = false;
  }
  return spoken;
}

/** @param amount fen, ≥ 0 */
export function spellAmount(amount: Fen): string {
  const yuan = Math.floor(amount / 100);
  const jiao = Math.floor(amount / 10) % 10;
  const fen = amount % 10;
  if (amount === 0) return "零元";
  const whole = yuan === 0 ? "" : `${yuan === 2 ? "两" : spellNumber(yuan)}元`;
  const tenths = jiao === 0 ? (whole !== "" && fen > 0 ? "零" : "") : `${counted(jiao)}角`;
  return `${whole}${tenths}${fen === 0 ? "" : `${counted(fen)}分`}`;
}
