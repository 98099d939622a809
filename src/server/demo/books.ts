/** The demo's other books: bills that were paid, what was collected by scan, applications of sports experts. */
import { manualEntries } from "../../contract/finance/books";
import { qualifications } from "../../contract/finance/qualifications";
import type { BillChannel } from "../../contract/reconciliation/reconciliation";
import { callsOf } from "../../contract/core/resource/calls";
import type { Input, Parsed } from "../../contract/core/call";
import { addDays, wall } from "../../contract/core/time";
import { bookRoutes } from "../domains/finance/books";
import type { Ctx, Operator } from "../http/context";
import { documentNumber } from "../kernel/numbers";
import { post } from "../ledger/post";
import { tenderAccount } from "../ledger/tender";
import { at } from "./act";
import { people } from "./people";
import { random } from "./random";

const MANAGER: Operator = { id: "2", name: "周凯" };
const DESK: Operator = { id: "3", name: "陈晓" };
type Entry = Input<ReturnType<typeof entryCall>>;
const entryCall = () => callsOf(manualEntries).create;
const ENTRIES: readonly (readonly [ago: number, entry: Omit<Entry, "day">])[] = [
  [26, { kind: "cost", category: "rent", amount: "38000.00", method: "Transfer", party: "浦东体育资产公司", remark: "本月场馆租金" }],
  [
    21,
    {
      kind: "cost",
      category: "power",
      amount: "6842.30",
      method: "Transfer",
      party: "国网上海电力",
      remark: "上月电费",
      documents: ["/demo/class.svg"],
    },
  ],
  [20, { kind: "cost", category: "water", amount: "1215.60", method: "Transfer", party: "浦东威立雅自来水", remark: "上月水费" }],
  [
    15,
    { kind: "income", category: "advertising", amount: "5000.00", method: "Transfer", party: "尤尼克斯专卖店", remark: "东墙广告位，一季" },
  ],
  [9, { kind: "cost", category: "repairs", amount: "860.00", method: "Alipay", party: "王师傅", remark: "3 号场地胶修补" }],
  [6, { kind: "income", category: "vending", amount: "428.50", method: "WeChat", party: "友宝自贩机", remark: "本月分成" }],
  [2, { kind: "cost", category: "cleaning", amount: "86.00", method: "WeChat", party: "", remark: "清洁用品" }],
];
const EXPERTS = [
  ["second", "国家二级运动员", "approve"],
  ["instructor", "社会体育指导员", "approve"],
  ["referee", "羽毛球裁判员", "submit"],
  ["first", "国家一级运动员", "reject"],
  ["third", "", "draft"],
] as const;

/** Returns the service of a call of the books, as the desk's requests reach it. */
function service<C extends (typeof bookRoutes)[number]["call"]>(call: C): (ctx: Ctx, input: Input<C>) => Promise<{ readonly id: string }> {
  const route = bookRoutes.find((one) => one.call === call);
  if (route?.in !== "venue") throw new TypeError(`${call.path} is not served`);
  return async (ctx, input) => (await route.service(ctx, call.input.parse(input) as Parsed<C> as never)) as { id: string };
}

/** Makes them: a month of bills, a few collections of each day, five applications. */
export async function makeBooks(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today, minute: now } = wall(system.now, system.venue.zone);
  const session = { person: "" };
  const on = (ago: number, minute: number, person: Operator): Ctx =>
    at(system, { day: addDays(today, -ago), minute, person, moves: true }, session, tick);
  const record = service(entryCall());
  for (const [ago, entry] of ENTRIES) await record(on(ago, 600, MANAGER), { ...entry, day: addDays(today, -ago) });
  const r = random("collections", system.venue.id);
  for (let ago = 6; ago >= 0; ago--)
    for (let i = 0; i < 4; i++) {
      const minute = 560 + i * 150 + r.int(0, 90);
      if (ago === 0 && minute >= now) continue;
      await collect(
        on(ago, minute, DESK),
        r.chance(0.6) ? "wechat" : "alipay",
        r.int(2, 60) * 500,
        String(r.int(1_000, 9_999)),
        r.chance(0.3),
      );
    }
  const program = await system.db
    .selectFrom("program")
    .select("id")
    .where("venue_id", "=", system.venue.id)
    .orderBy("id")
    .executeTakeFirst();
  if (!program) return;
  const { create, submit, approve, reject } = callsOf(qualifications);
  for (const [i, { name, phone }] of people(random("experts", system.venue.id), EXPERTS.length).entries()) {
    const [level, memo, end] = EXPERTS[i] ?? ["third", "", "draft"];
    const { id } = await service(create)(on(12 - i, 620, DESK), {
      name,
      phone,
      program: program.id,
      level,
      certificateNo: `SH${system.venue.id}2024${String(i * 317 + 1_024).padStart(5, "0")}`,
      issuer: "上海市体育局",
      issuedOn: addDays(today, -500 + i),
      expiresOn: addDays(today, 600 - i * 20),
      documents: ["/demo/cup.svg"],
      memo,
    });
    if (end === "draft") continue;
    await service(submit)(on(12 - i, 640, DESK), { id });
    if (end === "approve") await service(approve)(on(11 - i, 700, MANAGER), { id });
    if (end === "reject") await service(reject)(on(11 - i, 700, MANAGER), { id, reason: "证书照片不清晰，请重新上传" });
  }
}

/** A collection by scan as the channel would have brought it; `qr`: by the static code at the desk. */
export async function collect(ctx: Ctx, channel: BillChannel, amount: number, tail: string, qr: boolean): Promise<void> {
  const id = ctx.newId();
  const day = wall(ctx.now, ctx.venue.zone).day;
  const no = await documentNumber(ctx, "collection", day);
  await ctx.db
    .insertInto("payment")
    .values({
      venue_id: ctx.venue.id,
      id,
      no,
      document_kind: "collection",
      document_id: id,
      type: "scanCode",
      amount,
      tendered: null,
      state: "succeeded",
      channel,
      channel_ref: `${channel === "wechat" ? "4200" : "2026"}${id}`,
      shift_id: null,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
      purpose: "collect",
      code_tail: qr ? "" : tail,
      sandbox: true,
      sent_at: ctx.now,
    })
    .execute();
  await post(ctx, {
    document: { kind: "collection", id, no },
    operation: "scan to pay",
    legs: [
      { account: tenderAccount("scanCode", channel), amount },
      { account: "income.other", amount: -amount, earnedOn: day },
    ],
  });
}
