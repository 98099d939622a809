import { describe, expect, it } from "vitest";
import type { z } from "zod";
import * as states from "../../src/contract/core/states";

interface AnyMachine {
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly states: readonly string[];
}
const isMachine = (value: unknown): value is AnyMachine =>
  typeof value === "object" && value !== null && "table" in value && "states" in value;
const machines = Object.entries<unknown>(states).flatMap(([name, value]) => (isMachine(value) ? [{ name, machine: value }] : []));

const NAMED: Readonly<Record<string, z.ZodEnum>> = {
  bookingOrder: states.OrderStatus,
  payStatus: states.PayStatus,
  payment: states.PaymentState,
  hallBooking: states.HallBookingStatus,
  fixedContract: states.FixedState,
  fixedOccurrence: states.OccurrenceState,
  openPlayEvent: states.OpenPlayState,
  openPlayTicket: states.OpenPlayTicketState,
  member: states.MemberState,
  holding: states.HoldingState,
  sale: states.SaleState,
  game: states.GameStatus,
  priceSync: states.PriceSyncState,
};

describe.each(machines)("the state machine of $name", ({ name, machine }) => {
  it("leads only to states that it has", () => {
    const known = new Set(machine.states);
    const targets = Object.values(machine.table).flatMap((moves) => Object.values(moves));
    expect(targets.filter((target) => !known.has(target))).toEqual([]);
  });

  it("reaches every state from its first", () => {
    const reached = new Set(machine.states.slice(0, 1));
    for (const state of reached) for (const target of Object.values(machine.table[state] ?? {})) reached.add(target);
    expect(machine.states.filter((state) => !reached.has(state))).toEqual([]);
  });

  it("has the very states that travel", () => {
    const enumeration = NAMED[name];
    if (enumeration) expect(new Set(enumeration.options)).toEqual(new Set(machine.states));
  });
});

describe("moves", () => {
  it("lead on where the table has them and nowhere else", () => {
    expect(states.next(states.bookingOrder, "paid", "checkIn")).toBe("checked_in");
    expect(states.next(states.bookingOrder, "finished", "cancel")).toBeUndefined();
    expect(states.next(states.bookingOrder, "no such state", "cancel")).toBeUndefined();
  });

  it("are offered of an order where they are done: at it, or at the contract, event or open play that it comes from", () => {
    expect(states.orderActions("single", "paid")).toEqual(states.actions(states.bookingOrder, "paid"));
    expect(states.orderActions("fixed", "paid")).toEqual(["checkIn", "cancel", "miss", "addProducts"]);
    expect(states.orderActions("openPlay", "paid")).toEqual(["checkIn", "miss", "addProducts"]);
    expect(states.orderActions("event", "finished")).toEqual(["addProducts"]);
  });

  it("are offered by state, and found by action", () => {
    expect(states.actions(states.member, "frozen")).toEqual(["unfreeze", "startClosing"]);
    expect(states.sources(states.bookingOrder, "pay")).toEqual(["held", "reserved"]);
  });

  it.each([
    ["a finished or cancelled booking", states.bookingOrder, ["finished", "cancelled"]],
    ["what was refunded", states.payStatus, ["refunded"]],
    ["a void, returned or abandoned sale", states.sale, ["void", "returned", "abandoned"]],
    ["a returned or expired coupon", states.coupon, ["returned", "expired"]],
    ["a closed shift", states.shift, ["closed"]],
    ["a closed member", states.member, ["closed"]],
    ["a settled or cancelled game", states.game, ["settled", "cancelled"]],
  ] as const satisfies readonly (readonly [string, AnyMachine, readonly string[]])[])("never leave %s", (_, machine: AnyMachine, final) => {
    for (const state of final) {
      const targets = new Set(Object.values(machine.table[state] ?? { none: "" }));
      expect(
        [...targets].filter((target) => target !== state),
        state,
      ).toEqual([]);
    }
  });
});
