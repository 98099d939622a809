/** The demo's unions, training institutions, threading masters and coaches. */
import { coaches } from "../../contract/coaches/coaches";
import { addDays, instant, wall } from "../../contract/core/time";
import {
  organizations,
  organizationUsers,
  siteTypes,
  tenants,
  threadingBrands,
  threadings,
  threadingSkills,
  trainingInstitutions,
} from "../../contract/unions/unions";
import type { Ctx } from "../http/context";
import { people } from "./people";
import { random } from "./random";
import { putRows } from "./rows";
import type { DemoVenue } from "./venues";

const ORGANIZATIONS = [
  { name: "长三角体育产业联盟", type: 0, parent: -1, state: "approved", siteName: "长三角体育", area: ["上海市", "上海市", "黄浦区"] },
  { name: "上海市场馆协会", type: 1, parent: 0, state: "approved", siteName: "沪上场馆", area: ["上海市", "上海市", "静安区"] },
  { name: "浦东新区体育总会", type: 2, parent: 1, state: "approved", siteName: "浦东体育", area: ["上海市", "上海市", "浦东新区"] },
  { name: "苏州市球类运动联盟", type: 1, parent: 0, state: "suspended", siteName: "姑苏球类", area: ["江苏省", "苏州市", "姑苏区"] },
  { name: "杨浦区社区健身中心", type: 2, parent: 1, state: "applied", siteName: "杨浦健身", area: ["上海市", "上海市", "杨浦区"] },
] as const;
const INSTITUTIONS = [
  { name: "飞羽青少年训练营", state: "approved", students: 168, ends: 420 },
  { name: "浪花游泳学校", state: "approved", students: 240, ends: 150 },
  { name: "篮动体育培训", state: "applied", students: 60, ends: 700 },
  { name: "晨曦体适能", state: "refused", students: 0, ends: -30 },
] as const;
const SKILLS = [
  { name: "四结拉线", price: 4_000, minutes: 40, maxTension: 30 },
  { name: "两结拉线", price: 4_500, minutes: 45, maxTension: 28 },
  { name: "大赛预拉", price: 8_000, minutes: 60, maxTension: 35 },
] as const;
const BRANDS = [
  { name: "尤尼克斯", models: ["BG65", "BG80P", "EXBOLT63"], authorised: true },
  { name: "李宁", models: ["N1", "N58"], authorised: false },
  { name: "胜利", models: ["VBS66N"], authorised: true },
] as const;
const LEVELS = ["national", "senior", "middle", "junior"] as const;

/** Registers who the venue works with, over the last months. */
export async function makeUnions(ctx: Ctx, demo: DemoVenue): Promise<void> {
  const { day } = wall(ctx.now, ctx.venue.zone);
  const r = random("unions", ctx.venue.id);
  const persons = people(r, 24);
  let next = 0;
  const someone = () => persons[next++ % persons.length] ?? { name: "", gender: "male" as const, phone: "" };
  const on = (days: number): Date => instant(addDays(day, days), 600, ctx.venue.zone);

  const [tenant = "", closed = ""] = await putRows(ctx, tenants, "tenant", [
    { name: "长三角体育产业联盟有限公司", single: false, maxLevel: 4, expirationDate: addDays(day, 500), locked: false },
    { name: "旧城体育服务社", single: true, maxLevel: 1, expirationDate: addDays(day, -20), locked: true },
  ]);
  const types = await putRows(ctx, siteTypes, "site_type", [
    { name: "联盟总部", topLevelOnly: true, childCapable: true },
    { name: "市级协会", topLevelOnly: false, childCapable: true },
    { name: "区级机构", topLevelOnly: false, childCapable: false },
  ]);
  const made: string[] = [];
  for (const [i, { name, type, parent, state, siteName, area }] of ORGANIZATIONS.entries()) {
    const { name: contact, phone } = someone();
    const [id = ""] = await putRows(ctx, organizations, "union_organization", [
      {
        name,
        state,
        siteName,
        area: [...area],
        contact,
        phone,
        tenant,
        siteKind: types[type] ?? "",
        parent: made[parent] ?? null,
        languages: ["zh", "en"],
        review: i < 2,
        defaultCurrency: "CNY",
        expressFeeCurrency: "CNY",
        rebate: i + 1,
        taxRate: 6,
        handlingFeeRates: 0.6,
        registerFee: 10_000,
        rewardPoints: 1,
        dailyKpiGoals: 800_000 - i * 100_000,
        createdAt: on(-120 + i * 9),
      },
    ]);
    made.push(id);
    const helpers = [someone(), someone()];
    await putRows(
      ctx,
      organizationUsers,
      "organization_user",
      helpers.map((person, n) => ({
        name: person.name,
        phone: person.phone,
        organization: id,
        roles: n === 0 ? ["owner"] : ["finance", "operator"],
      })),
    );
  }
  await putRows(ctx, organizations, "union_organization", [
    {
      name: "旧城体育服务社总部",
      state: "refused",
      auditReason: "租户已到期",
      contact: someone().name,
      phone: someone().phone,
      tenant: closed,
      siteKind: types[0] ?? "",
      defaultCurrency: "CNY",
      expressFeeCurrency: "CNY",
      createdAt: on(-40),
    },
  ]);

  const sports = demo.programs.map(({ name }) => name);
  const institutions: string[] = [];
  for (const [i, { name, state, students, ends }] of INSTITUTIONS.entries()) {
    const { name: leader, phone } = someone();
    institutions.push(
      ...(await putRows(ctx, trainingInstitutions, "training_institution", [
        {
          name,
          state,
          students,
          leader,
          phone,
          programs: sports,
          auditReason: state === "refused" ? "许可证已过期" : "",
          licenceNo: `沪教培 2024-${String(310 + i * 17).padStart(4, "0")}`,
          licenceEndsOn: addDays(day, ends),
          area: ["上海市", "上海市", "浦东新区"],
          createdAt: on(-100 + i * 12),
        },
      ])),
    );
  }

  if (sports.some((name) => /羽|网/.test(name)))
    for (let i = 0; i < 4; i++) {
      const { name, phone } = someone();
      const [id = ""] = await putRows(ctx, threadings, "threading", [
        {
          name,
          phone,
          state: i === 3 ? "applied" : "approved",
          level: (["event", "master", "senior", "junior"] as const)[i] ?? "junior",
          since: addDays(day, -400 * (6 - i)),
          machine: i < 2 ? "尤尼克斯 Precision 9.0" : "阿尔法 Ghost 2",
          createdAt: on(-90 + i * 14),
        },
      ]);
      await putRows(
        ctx,
        threadingSkills,
        "threading_skill",
        SKILLS.slice(0, 3 - (i % 3)).map((skill) => ({ ...skill, threading: id })),
      );
      await putRows(
        ctx,
        threadingBrands,
        "threading_brand",
        BRANDS.slice(0, 1 + (i % 3)).map(({ models, ...brand }) => ({ ...brand, models: [...models], threading: id })),
      );
    }

  const surnames = ["许", "方", "李", "周", "秦"];
  for (const [i, surname] of surnames.entries()) {
    const { gender, phone } = someone();
    const state = i === 4 ? "applied" : "approved";
    await putRows(ctx, coaches, "coach", [
      {
        name: `${surname}教练`,
        phone,
        gender,
        state,
        programs: sports,
        level: LEVELS[i] ?? "junior",
        hourPrice: 36_000 - i * 5_000,
        share: 60 - i * 5,
        institution: i < 2 ? (institutions[0] ?? null) : null,
        certificateNo: `SH-JL-${String(2_210 + i * 31)}`,
        certificateEndsOn: addDays(day, 200 + i * 60),
        createdAt: on(-80 + i * 11),
      },
    ]);
  }
}
