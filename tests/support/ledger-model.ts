/**
 * Expected result of a random life of a venue's money: a model that adds up the reported effect of each operation, and knows nothing of the
 * code.
 */
import { fen, yuan } from "../../src/contract/core/money";
import type { random } from "../../src/server/demo/random";
import type { VenueRow } from "../../src/server/http/context";
import { seedMember } from "./booking";
import type { TestVenue } from "./venue";

/** An order as the model knows it. */
export interface Order {
  readonly id: string;
  readonly memberId: string | null;
  due: number;
}
/** Operation, and its frequency among the others. */
export type Operation = readonly [() => Promise<void>, number];
export type Model = ReturnType<typeof modelOf>;

/** The model of `t` with so many members "x-…". @param days that are booked */
export function modelOf(t: TestVenue, elsewhere: { venue: VenueRow }, r: ReturnType<typeof random>, membersAtFirst: number, days: number) {
  const purses = new Map<string, { principal: number; gift: number }>();
  for (let i = 0; i < membersAtFirst; i++) purses.set(`x-${i}`, { principal: 0, gift: 0 });
  /** Members that have not been merged or closed. */
  const people = [...purses.keys()];
  /** Heirs of merged members. */
  const heirs = new Map<string, string>();
  let named = membersAtFirst;
  const orders: Order[] = [];
  /** Uses that each package card has left, and whose it is. */
  const left = new Map<string, number>();
  const owners = new Map<string, string>();
  /** Debts of members, fen. */
  const owed = new Map<string, number>();
  const heirOf = (memberId: string): string => {
    const next = heirs.get(memberId);
    return next === undefined ? memberId : heirOf(next);
  };
  const purse = (memberId: string | null) => purses.get(heirOf(memberId ?? "")) ?? { principal: 0, gift: 0 };
  const model = {
    t,
    elsewhere,
    r,
    days,
    purses,
    orders,
    left,
    owners,
    heirOf,
    purse,
    owes(memberId: string, amount: number): void {
      owed.set(memberId, (owed.get(memberId) ?? 0) + amount);
    },
    /** Sums of those who have what was of others, without those that are 0. */
    byHeir(sums: Iterable<readonly [string, number]> = owed): Record<string, number> {
      const all = new Map<string, number>();
      for (const [memberId, sum] of sums) all.set(heirOf(memberId), (all.get(heirOf(memberId)) ?? 0) + sum);
      return Object.fromEntries([...all].filter(([, sum]) => sum !== 0));
    },
    /** Money in tenders, fen. */
    tenders: 0,
    counts: {
      done: 0,
      refused: 0,
      byCard: 0,
      merged: 0,
      closed: 0,
      cardFees: 0,
      depositsBack: 0,
      feesBack: 0,
      debtsPaid: 0,
      debtsBack: 0,
      onCredit: 0,
      adjusted: 0,
      creditBack: 0,
      transferred: 0,
      revoked: 0,
      offered: 0,
      redeemed: 0,
      undone: 0,
      cardsBack: 0,
      roamed: 0,
      roamedBack: 0,
      partRefunds: 0,
    },
    someone: (): string => r.pick(people),
    someOrder: (): Order | undefined => (orders.length === 0 ? undefined : r.pick(orders.slice(-60))),
    someCard: (): string | undefined => (left.size === 0 ? undefined : r.pick([...left.keys()].slice(-20))),
    /** Returns the holders of package cards with uses left. */
    holders: (): ReadonlySet<string> => new Set([...owners].flatMap(([id, owner]) => ((left.get(id) ?? 0) > 0 ? [heirOf(owner)] : []))),
    /** Somebody leaves, and somebody new comes in their place. */
    async replaced(memberId: string): Promise<void> {
      const id = `x-${named++}`;
      await seedMember(t, id, { cardTypeId: "ct-full" });
      people.splice(people.indexOf(memberId), 1, id);
      purses.set(id, { principal: 0, gift: 0 });
    },
    /** Transfers everything of one member to another. */
    inherited(from: string, by: string): void {
      const gone = purse(from);
      purses.set(from, { principal: 0, gift: 0 });
      heirs.set(from, by);
      purse(by).principal += gone.principal;
      purse(by).gift += gone.gift;
    },
    /** Methods that sum to `due`; sometimes more than a purse holds, which must be refused whole. */
    methods(due: number, memberId: string | null): { type: string; amount: string }[] {
      const parts: { type: string; amount: number }[] = [];
      let rest = due;
      for (const type of memberId === null ? [] : ["Balance", "Coupon"]) {
        const have = type === "Balance" ? purse(memberId).principal : purse(memberId).gift;
        const amount = Math.min(rest, r.chance(0.05) ? have + 1 : r.int(0, have));
        if (amount > 0) parts.push({ type, amount });
        rest -= amount;
      }
      if (rest > 0 && r.chance(0.3)) {
        const amount = r.int(1, rest);
        parts.push({ type: "WeChat", amount });
        rest -= amount;
      }
      if (rest > 0) parts.push({ type: "Cash", amount: rest });
      return parts.map((part) => ({ type: part.type, amount: yuan(part.amount) }));
    },
    /** Money comes to a purse, or leaves the tenders. */
    moved(memberId: string | null, type: string, amount: number): void {
      if (type === "Balance") purse(memberId).principal += amount;
      else if (type === "Coupon") purse(memberId).gift += amount;
      else model.tenders -= amount;
    },
    settle(order: Order, payments: readonly { type: string; amount: string }[]): void {
      for (const { type, amount } of payments) model.moved(order.memberId, type, -fen(amount));
      order.due = 0;
    },
  };
  return model;
}
