/** Patterns that numbers typed by people follow: a letter, a digit or a sign at each place. */
import { defineResource } from "./resource/define";
import { choice, text } from "./resource/fields";
import { SCREENS } from "./pages";

/** Values that a pattern can check; code that saves one of them must check it. */
export const CHECKED = {
  cardNo: { zh: "会员卡号", en: "Card number of a member" },
  username: { zh: "员工账号", en: "Username of staff" },
  certificateNo: { zh: "教练证号", en: "Certificate of a coach" },
} as const;
export type Checked = keyof typeof CHECKED;

const PLACES: Readonly<Record<string, RegExp>> = { "9": /^\d$/, A: /^[A-Za-z]$/, "*": /^[A-Za-z0-9]$/ };

/** True if a text matches a pattern: 9 a digit, A a letter, * either, anything else itself. */
export const fitsPattern = (pattern: string, typed: string): boolean => {
  const [places, signs] = [Array.from(pattern), Array.from(typed)];
  return places.length === signs.length && places.every((place, i) => PLACES[place]?.test(signs[i] ?? "") ?? place === signs[i]);
};

export const checkRules = defineResource({
  name: "checkRules",
  one: { zh: "编号规则", en: "Pattern" },
  path: "/api/manage/venue/check-rule",
  codes: { page: SCREENS.checkRules, modify: "booking_policy", export: "booking_policy" },
  title: "pattern",
  page: "/venue-set/check-rule-list/:id",
  fields: {
    target: choice({ zh: "用于", en: "For", required: true, unique: true, once: true, filter: true, choices: CHECKED }),
    pattern: text({
      zh: "规则",
      en: "Pattern",
      required: true,
      max: 24,
      hint: {
        zh: "9 是一位数字，A 是一个字母，* 是数字或字母，其他照写：VIP-9999",
        en: "9 is a digit, A a letter, * either; anything else stands for itself: VIP-9999",
      },
    }),
    memo: text({ zh: "说明", en: "Note", long: true, max: 200 }),
  },
  hint: {
    zh: "规定会员卡号、员工账号和教练证号的格式，录入时不符合就不能保存",
    en: "What card numbers, usernames and certificates look like; nothing else is saved",
  },
  help: {
    zh: "每种编号一条规则，只管之后新录入和改动的编号；系统自动编的卡号和已有的编号不受影响。",
    en: "One pattern for each kind of number. It holds for what is typed from now on; numbers that exist, and card numbers that are given automatically, stay.",
  },
});
