/** Operations of the ledger's proof on members: what fills and empties their purses, and their package cards. */
import { expect } from "vitest";
import { adjustments } from "../../src/contract/adjustments/adjustments";
import { booking } from "../../src/contract/booking/booking";
import { memberCards } from "../../src/contract/cards/member-cards";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { fen, yuan } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sellCard } from "../../src/server/domains/cards/sell";
import { refundOf } from "../../src/server/domains/cards/preview";
import { revoke } from "../../src/server/domains/finance/revoke";
import { levelPreview } from "../../src/server/domains/members/card-fee";
import { payDebt } from "../../src/server/domains/members/debt";
import { close, closePreview } from "../../src/server/domains/members/close";
import { setLevel } from "../../src/server/domains/members/mark";
import { view } from "../../src/server/domains/members/list";
import { merge } from "../../src/server/domains/members/merge";
import { recharge } from "../../src/server/domains/members/recharge";
import { revokePaid } from "../../src/server/domains/members/revoke-paid";
import { timeline } from "../../src/server/domains/members/timeline";
import { approve } from "../../src/server/domains/transfers/transfers";
import { AppError } from "../../src/server/http/error";
import { lockMember } from "../../src/server/kernel/booker";
import { undoLast } from "../../src/server/kernel/cards/undo-redemption";
import { lockHolding } from "../../src/server/kernel/cards/holding";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { post } from "../../src/server/ledger/post";
import { fill } from "./booking";
import type { Model, Operation } from "./ledger-model";
import { serves } from "./services";

/** An offer of more principal than it costs. */
export const OFFER = { id: "of-more", name: "充 90 得 100 送 5", pay: 9_000, principal: 10_000, gift: 500 } as const;

/** Why accounts are closed: what is given back to them later has other reasons. */
const CLOSED_FOR = "搬家";
/** Selects the money that left the purses of closed accounts, when they closed or since. */
const closings = (m: Model) =>
  m.t.database
    .dbFor("v-1")
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as x", (join) => join.onRef("x.venue_id", "=", "p.venue_id").onRef("x.id", "=", "p.tx_id"))
    .where("x.operation", "=", "closing")
    .where("p.account", "in", ["purse.principal", "purse.gift"])
    .select(["p.account", "p.amount", "p.subject"]);

/** Money that came back to an account after it was closed, from another venue say, left it at once: the principal by transfer or in cash. */
export async function paidOutSince(m: Model): Promise<void> {
  for (const { account, amount, subject } of await closings(m).where("x.reason", "<>", CLOSED_FOR).execute()) {
    m.purse(subject)[account === "purse.gift" ? "gift" : "principal"] -= amount;
    if (account === "purse.principal") m.tenders -= amount;
  }
}

/** Members whose card type lets them buy on credit. */
async function mayOwe(m: Model): Promise<string[]> {
  const rows = await m.t.database
    .dbFor("v-1")
    .selectFrom("member")
    .select("id")
    .where("card_type_id", "=", "ct-credit")
    .where("state", "=", "active")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Asks for what another approves. */
const ASKER = { id: "p-asker", name: "申请人" } as const;

export function memberOperations(m: Model): readonly Operation[] {
  const { t, r } = m;
  const recharges: { id: string; memberId: string; amount: number; gift: number }[] = [];
  let transfers = 0;
  /** Selects the amounts that a package card's refund removed from its owner's debt and added to their principal. */
  const creditedFor = (id: string) =>
    t.database
      .dbFor("v-1")
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as x", (join) => join.onRef("x.venue_id", "=", "p.venue_id").onRef("x.id", "=", "p.tx_id"))
      .where("x.document_kind", "=", "card")
      .where("x.document_id", "=", id)
      .where("x.operation", "=", "card refund")
      .where("p.account", "in", ["receivable.member", "purse.principal"])
      .select(["p.account", "p.amount"])
      .execute();

  return [
    [
      async () => {
        const memberId = m.someone();
        const [principal, gift] = [r.int(1, 60_000), r.int(0, 5_000)];
        await t.act((ctx) => fill(ctx, memberId, principal, gift));
        m.purse(memberId).principal += principal;
        m.purse(memberId).gift += gift;
        m.tenders += principal;
      },
      15,
    ],
    [
      async () => {
        const memberId = m.someone();
        const amount = r.int(1, 20_000);
        const offered = r.int(0, 2) === 0;
        const pay = offered ? OFFER.pay : amount;
        const gift = offered ? OFFER.gift + OFFER.principal - OFFER.pay : 0;
        const input = { memberId, pay: yuan(pay), method: "Alipay", ...(offered ? { offerId: OFFER.id } : {}) };
        const { id } = await t.act((ctx) => recharge(ctx, members.recharge.input.parse(input)));
        m.purse(memberId).principal += pay;
        m.purse(memberId).gift += gift;
        m.tenders += pay;
        if (offered) m.counts.offered++;
        recharges.push({ id, memberId, amount: pay, gift });
      },
      5,
    ],
    [
      async () => {
        const one = recharges.length === 0 ? undefined : r.pick(recharges);
        if (!one) return;
        await t.act((ctx) => revoke(ctx, { id: one.id, reason: "误充" }));
        m.purse(one.memberId).principal -= one.amount;
        m.purse(one.memberId).gift -= one.gift;
        m.tenders -= one.amount;
        m.counts.revoked++;
      },
      4,
    ],
    [
      async () => {
        const [giver, receiver] = [m.someone(), m.someone()];
        const amount = r.int(1, Math.max(1, Math.round(m.purse(giver).principal * 1.1)));
        if (giver === receiver) return;
        const number = ++transfers;
        const document = {
          id: `tz-${number}`,
          no: `TZ${number}`,
          giver,
          receiver,
          purse: "principal" as const,
          amount: yuan(amount),
          reason: "代付",
        };
        if ((await t.act((ctx) => approve(ctx, document))).state !== "done") return;
        m.purse(giver).principal -= amount;
        m.purse(receiver).principal += amount;
        m.counts.transferred++;
      },
      5,
    ],
    [
      async () => {
        const memberId = m.someone();
        const [purse, direction] = [r.pick(["principal", "gift"] as const), r.pick(["add", "take"] as const)];
        const amount = r.int(1, 3_000);
        const draft = { member: memberId, purse, direction, amount: yuan(amount), reason: "记错了" };
        const asked = await t.act((ctx) => serves(callsOf(adjustments).create)(ctx, draft), { person: ASKER });
        const { state } = await t.act((ctx) => serves(callsOf(adjustments).approve)(ctx, { id: asked.id }));
        if (state !== "done") return;
        m.purse(memberId)[purse] += direction === "add" ? amount : -amount;
        m.counts.adjusted++;
      },
      4,
    ],
    [
      async () => {
        const [keepId, mergeId] = [m.someone(), m.someone()];
        if (keepId === mergeId) return;
        await t.act((ctx) => merge(ctx, { keepId, mergeId, reason: "重复" }));
        m.inherited(mergeId, keepId);
        await m.replaced(mergeId);
        m.counts.merged++;
      },
      2,
    ],
    [
      async () => {
        const id = m.someone();
        const feePercent = r.int(0, 30);
        const seen = await t.look((ctx) => closePreview(ctx, { id, feePercent }));
        const [back, deposit] = [fen(seen.back), fen(seen.deposit)];
        await t.act((ctx) => close(ctx, { id, feePercent, back, deposit, method: "Transfer", reason: CLOSED_FOR }));
        m.tenders -= back + deposit;
        if (deposit > 0) m.counts.depositsBack++;
        for (const { account, amount } of await closings(m).where("p.subject", "=", id).where("x.reason", "=", CLOSED_FOR).execute())
          m.purse(id)[account === "purse.gift" ? "gift" : "principal"] -= amount;
        await m.replaced(id);
        m.counts.closed++;
      },
      2,
    ],
    [
      async () => {
        const [id, cardTypeId] = [m.someone(), r.pick(["ct-fee", "ct-85", "ct-credit", "ct-credit"])];
        const { due } = await t.look((ctx) => levelPreview(ctx, { id, cardTypeId }));
        const fees = { due, method: r.pick(["Cash", "WeChat"]) };
        const input = { id, cardTypeId, ...(fen(due) === 0 ? {} : { fees }) };
        await t.act((ctx) => setLevel(ctx, members.setLevel.input.parse(input)));
        m.tenders += fen(due);
        if (fen(due) > 0) m.counts.cardFees++;
      },
      4,
    ],
    [
      async () => {
        const id = m.someone();
        const amount = r.int(1, 5_000);
        const legs = [
          { account: "receivable.member", amount, subject: id },
          { account: "opening", amount: -amount },
        ] as const;
        await t.act(async (ctx) => {
          if ((await lockMember(ctx, id))?.state !== "active") throw new AppError("missing", { what: id });
          return post(ctx, { document: { kind: "adjustment", id, no: "" }, operation: "opening", legs });
        });
        m.owes(id, amount);
        // Mostly paid at once: who owes can be neither merged nor closed.
        const method = r.pick(["Cash", "Alipay", "Balance"]);
        const input = { id, amount: yuan(amount), method };
        await t.act((ctx) => payDebt(ctx, memberRecords.payDebt.input.parse(input)));
        m.owes(id, -amount);
        m.moved(id, method, -amount);
        m.counts.debtsPaid++;
      },
      4,
    ],
    [
      async () => {
        const memberId = m.someone();
        const { content } = await t.look((ctx) => timeline(ctx, members.timeline.input.parse({ id: memberId, size: 100 })));
        const found = content.filter(({ revocable }) => revocable !== null);
        if (found.length === 0) return;
        const fees = found.filter((entry) => entry.revocable?.kind !== "debt");
        const { revocable, amount } = r.pick(fees.length > 0 ? fees : found);
        if (!revocable) return;
        const payments = await t.act(async (ctx) => {
          await revokePaid(ctx, { ...revocable, reason: "误收" });
          return ctx.db.selectFrom("payment").select(["type", "refunded"]).where("document_id", "=", revocable.id).execute();
        });
        expect(payments.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(fen(amount ?? "0"));
        for (const { type, refunded } of payments) {
          m.moved(memberId, type, refunded);
          if (revocable.kind === "debt") m.owes(memberId, refunded);
        }
        if (revocable.kind === "debt") m.counts.debtsBack++;
        else m.counts.feesBack++;
      },
      4,
    ],
    [
      async () => {
        const memberId = m.someone();
        const payments = booking.pay.input.parse({ id: "-", payments: m.methods(10_000, memberId) }).payments;
        const id = await t.act((ctx) => sellCard(ctx, { memberId, packageCardId: "pk", payments }));
        m.left.set(id, (m.left.get(id) ?? 0) + 3);
        m.owners.set(id, memberId);
        for (const { type, amount } of payments) m.moved(memberId, type, -amount);
      },
      6,
    ],
    [
      async () => {
        // Few may buy on credit, so they are asked first as often as anybody.
        const onCredit = r.chance(0.5) ? await mayOwe(m) : [];
        const memberId = onCredit.length > 0 ? r.pick(onCredit) : m.someone();
        const { credit, debt } = await t.look((ctx) => view(ctx, { id: memberId }));
        if (fen(debt) > 0 && r.chance(0.5)) {
          const method = r.pick(["Cash", "WeChat"]);
          await t.act((ctx) => payDebt(ctx, memberRecords.payDebt.input.parse({ id: memberId, amount: debt, method })));
          m.owes(memberId, -fen(debt));
          m.moved(memberId, method, -fen(debt));
          m.counts.debtsPaid++;
          return;
        }
        // Up to the last of the limit, now and then over it.
        const amount = Math.min(10_000, r.chance(0.2) ? 10_000 : fen(credit ?? "0"));
        const parts = [
          { type: "Credit", amount: yuan(amount) },
          { type: "Alipay", amount: yuan(10_000 - amount) },
        ].filter((part) => fen(part.amount) > 0);
        const { payments } = booking.pay.input.parse({ id: "-", payments: parts });
        const id = await t.act((ctx) => sellCard(ctx, { memberId, packageCardId: "pk", payments }));
        m.left.set(id, (m.left.get(id) ?? 0) + 3);
        m.owners.set(id, memberId);
        m.owes(memberId, amount);
        m.tenders += 10_000 - amount;
        if (amount > 0) m.counts.onCredit++;
      },
      5,
    ],
    [
      async () => {
        const holdingId = m.someCard();
        if (holdingId === undefined) return;
        const times = r.int(1, 2);
        await t.act((ctx) => redeemCard(ctx, { holdingId, times }));
        m.left.set(holdingId, (m.left.get(holdingId) ?? 0) - times);
        m.counts.redeemed++;
      },
      5,
    ],
    [
      async () => {
        const id = m.someCard();
        if (id === undefined) return;
        const back = await t.act(async (ctx) => {
          const before = await lockHolding(ctx, id);
          await undoLast(ctx, id, "误核");
          return before.used - (await lockHolding(ctx, id)).used;
        });
        m.left.set(id, (m.left.get(id) ?? 0) + back);
        m.counts.undone++;
      },
      2,
    ],
    [
      async () => {
        const id = m.someCard();
        if (id === undefined) return;
        const back = await t.act(async (ctx) => {
          const { back: seen } = await refundOf(ctx, await lockHolding(ctx, id));
          await serves(callsOf(memberCards).refund)(ctx, { id, back: yuan(seen), method: "Transfer", reason: "不用了" });
          return ctx.db.selectFrom("payment").select(["type", "refunded"]).where("document_id", "=", id).execute();
        });
        const owner = m.owners.get(id) ?? "";
        for (const { type, refunded } of back) if (type !== "Credit") m.moved(owner, type, refunded);
        // Only the ledger knows whether an amount on credit is still owed: others pay debts meanwhile.
        if (back.some(({ type, refunded }) => type === "Credit" && refunded > 0)) {
          const credits = await creditedFor(id);
          for (const { account, amount } of credits)
            if (account === "receivable.member") m.owes(owner, amount);
            else m.purse(owner).principal -= amount;
          const wanted = back.reduce((sum, { type, refunded }) => (type === "Credit" ? sum + refunded : sum), 0);
          expect(credits.reduce((sum, { amount }) => sum - amount, 0)).toBe(wanted);
          m.counts.creditBack++;
        }
        m.counts.cardsBack++;
      },
      3,
    ],
  ];
}
