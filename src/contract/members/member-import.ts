/** Members of an old system, taken over from a file with what they hold there. */
import type { z } from "#zod";
import { resource } from "../core/call";
import { packageCards } from "../cards/package-cards";
import { targetOf } from "../core/resource/define";
import { choice, day, money, number, phone, reference, text, words } from "../core/resource/fields";
import { importCalls } from "../core/resource/importing";
import { CARD_TYPES } from "../core/resource/targets";
import { LABELS } from "../core/resource/labels";

const GENDERS = { unknown: { zh: "未知", en: "Unknown" }, male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } };

export const memberImport = {
  name: "members",
  one: { zh: "会员", en: "Members" },
  path: "/api/manage/venue/venue-user",
  codes: { import: "member_import" },
  fields: {
    phone: phone({ ...LABELS.phone, required: true, unique: true }),
    name: text({ zh: "姓名", en: "Name", required: true, max: 40 }),
    cardNo: text({ zh: "卡号", en: "Card no.", unique: true, max: 24, hint: { zh: "空：自动编号", en: "Empty: numbered by itself" } }),
    cardType: reference({ zh: "会员卡类型", en: "Card type", required: true, of: () => CARD_TYPES }),
    gender: choice({ ...LABELS.gender, choices: GENDERS }),
    birthday: day({ ...LABELS.birthday }),
    enrolledOn: day({ zh: "入会日期", en: "Enrolled" }),
    expiresOn: day({ zh: "有效期至", en: "Expires" }),
    principal: money({ zh: "储值本金", en: "Principal" }),
    gift: money({ zh: "赠送金", en: "Gift" }),
    debt: money({ ...LABELS.debt }),
    packageCard: reference({ zh: "次卡", en: "Package card", of: () => targetOf(packageCards) }),
    cardLeft: number({ zh: "次卡剩余", en: "Card: left", hint: { zh: "次数或小时数", en: "Times or hours" } }),
    cardValue: money({ zh: "次卡剩余价值", en: "Card: value left" }),
    cardExpiresOn: day({ zh: "次卡到期", en: "Card: expires" }),
    tags: words({ ...LABELS.tags, max: 10 }),
    memo: text({ ...LABELS.memo, max: 200 }),
  },
  check: (
    { packageCard, cardLeft, cardValue, cardExpiresOn }: Record<"packageCard" | "cardLeft" | "cardValue" | "cardExpiresOn", unknown>,
    issues: z.RefinementCtx,
  ) => {
    const say = (field: string, message: "required" | "other"): void =>
      issues.addIssue({ code: "custom", path: [field], message, params: { rule: message } });
    for (const [field, value] of Object.entries({ cardLeft, cardValue, cardExpiresOn }))
      if (packageCard === null && value !== null) say(field, "other");
      // The remainder of a period card is its days.
      else if (packageCard !== null && value === null && field !== "cardLeft") say(field, "required");
  },
} as const;

export const memberImports = resource({ ...importCalls(memberImport) });
