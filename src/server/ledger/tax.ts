/**
 * Output tax of a transaction, worked out from its legs. Sales are taxed with their income at the rate of their service. Stored value that was taxed when
 * it was paid in is not taxed again when it is used: its tax waits on `tax.prepaid` until then. What reverses a sale takes back the tax that its document
 * has recorded, so that the tax of what is left is always that of its amount, to the fen.
 */
import { percentOfRate, type Rate } from "../../contract/accounting/invoices";
import { share } from "../../contract/core/money";
import type { Ctx } from "../http/context";
import { groupBy } from "../kernel/group-by";
import type { Document, Entry, Leg } from "./post";
import { isSale, SERVICE_OF } from "./tax-accounts";
import { readTaxState, readTaxRule, type StoredTax, type TaxRule, type TaxState } from "./tax-state";

/** A line of `tax_line`: output tax of a service, or with a purse the change of stored value that is taxed already. */
export interface TaxLine {
  readonly service: string;
  readonly classId: string;
  readonly rate: Rate;
  readonly purse: "" | Purse;
  readonly memberId: string;
  readonly earnedOn: string | null;
  readonly gross: number;
  readonly tax: number;
}
export type Purse = "principal" | "gift";
/** Legs and lines that a transaction has beside its own. */
interface Taxed {
  readonly legs: readonly Leg[];
  readonly lines: readonly TaxLine[];
}

/** Returns the tax in an amount, fen: amount × rate ÷ (100 + rate), half a fen up. */
export const taxIn = (gross: number, percent: number): number =>
  Number((2n * BigInt(gross) * BigInt(percent) + BigInt(100 + percent)) / (2n * BigInt(100 + percent)));

/** Returns the output tax of a transaction; none where the venue's books never had any. */
export async function taxOf(ctx: Ctx, entry: Entry): Promise<Taxed | undefined> {
  const legs = entry.legs.filter(({ amount }) => amount !== 0);
  const touches = legs.some(({ account }) => account in SERVICE_OF || account.startsWith("discount.") || account.startsWith("purse."));
  if (!touches) return undefined;
  const rule = await readTaxRule(ctx);
  if (!rule) return undefined;
  const state = await readTaxState(ctx, entry, purseLegs(legs));
  const work = new Working(rule, state, entry.document);
  if (isSale(entry.document)) work.addRevenue(legs);
  work.addPurses(legs);
  work.settle();
  return work.result();
}

const purseOf = ({ account }: Leg): Purse | undefined =>
  account === "purse.principal" ? "principal" : account === "purse.gift" ? "gift" : undefined;
const purseLegs = (legs: readonly Leg[]): Leg[] => legs.filter((leg) => purseOf(leg) !== undefined);

/** Changes of revenue by service, class and day on which it is earned, fen. */
interface Revenue {
  readonly service: string;
  readonly classId: string;
  readonly earnedOn: string;
  amount: number;
}

/** The tax of one transaction while it is worked out. */
class Working {
  private readonly revenue: Revenue[] = [];
  private readonly lines: TaxLine[] = [];
  /** Tax of sales by day on which they are earned, fen. */
  private readonly sales = new Map<string, number>();

  private readonly rule: TaxRule;
  private readonly state: TaxState;
  private readonly document: Document;
  constructor(rule: TaxRule, state: TaxState, document: Document) {
    this.rule = rule;
    this.state = state;
    this.document = document;
  }

  /** Adds income less discounts; a discount without a class of goods is shared over the income of its day. */
  addRevenue(legs: readonly Leg[]): void {
    const today = this.rule.day;
    for (const { account, amount, subject = "", earnedOn = today } of legs) {
      const service = SERVICE_OF[account];
      if (service !== undefined) this.revenueAt(service, service === "goods" ? subject : "", earnedOn).amount -= amount;
    }
    const lists = this.revenue.map(({ amount }) => Math.abs(amount));
    for (const { account, amount, taxClass, earnedOn = today } of legs) {
      if (!account.startsWith("discount.")) continue;
      const weights = this.revenue.map((one, i) => (one.earnedOn === earnedOn ? (lists[i] ?? 0) : 0));
      if (taxClass !== undefined) this.revenueAt("goods", taxClass, earnedOn).amount -= amount;
      else if (weights.some((weight) => weight > 0)) {
        const parts = share(-amount, weights);
        this.revenue.forEach((one, i) => (one.amount += parts[i] ?? 0));
      } else this.revenueAt("place", "", earnedOn).amount -= amount; // Only booked places have discounts without income.
    }
  }

  private revenueAt(service: string, classId: string, earnedOn: string): Revenue {
    const known = this.revenue.find((one) => one.service === service && one.classId === classId && one.earnedOn === earnedOn);
    if (known) return known;
    const added = { service, classId, earnedOn, amount: 0 };
    this.revenue.push(added);
    return added;
  }

  /** Moves taxed stored value with the purses: first what leaves them, then what they receive. */
  addPurses(legs: readonly Leg[]): void {
    for (const purse of ["principal", "gift"] as const) {
      const own = legs.filter((leg) => purseOf(leg) === purse);
      // Taxed stored value that left a purse and paid for nothing, by rate.
      const pool: StoredTax[] = [];
      for (const leg of own.filter(({ amount }) => amount > 0)) pool.push(...this.release(purse, leg.subject ?? "", leg.amount));
      for (const leg of own.filter(({ amount }) => amount < 0)) this.receive(purse, leg.subject ?? "", -leg.amount, pool, legs);
      // Stored value that was paid out is taxed no more.
      for (const { rate, gross, tax } of pool) this.output("storedValue", "", rate, null, -gross, -tax);
    }
  }

  /** Takes an amount out of a purse, taxed value first. @returns what of the taxed value paid for no sale */
  private release(purse: Purse, memberId: string, amount: number): StoredTax[] {
    const left: StoredTax[] = [];
    let toTake = amount;
    for (const held of this.state.held.filter((one) => one.purse === purse && one.memberId === memberId && one.gross > 0)) {
      const gross = Math.min(toTake, held.gross);
      if (gross === 0) continue;
      const tax = partOf(held, gross);
      toTake -= gross;
      this.lines.push(storedLine(purse, memberId, held.rate, -gross, -tax));
      const consumed = this.consume(gross, tax);
      held.gross -= gross;
      held.tax -= tax;
      if (gross > consumed.gross) left.push({ purse, memberId, rate: held.rate, gross: gross - consumed.gross, tax: tax - consumed.tax });
    }
    return left;
  }

  /** Lets taxed value pay for sales of the transaction, whose income then carries its tax. */
  private consume(gross: number, tax: number): { readonly gross: number; readonly tax: number } {
    const taxedSales = this.revenue.filter(({ amount }) => amount > 0);
    const total = taxedSales.reduce((sum, { amount }) => sum + amount, 0);
    const used = Math.min(gross, total);
    if (used <= 0) return { gross: 0, tax: 0 };
    const part = used === gross ? tax : partOf({ gross, tax }, used);
    this.take(taxedSales, used, part, 1);
    return { gross: used, tax: part };
  }

  /** Takes an amount off the revenue of some lines and puts its tax on their days. */
  private take(lines: readonly Revenue[], gross: number, tax: number, sign: 1 | -1): void {
    const weights = lines.map(({ amount }) => Math.abs(amount));
    const grosses = share(gross, weights);
    const taxes = share(tax, weights);
    lines.forEach((line, i) => {
      line.amount -= sign * (grosses[i] ?? 0);
      this.addSales(line.earnedOn, sign * (taxes[i] ?? 0));
    });
  }

  /** Puts an amount into a purse: what moved there from another one, what the document gives back, or what is paid in. */
  private receive(purse: Purse, memberId: string, amount: number, pool: StoredTax[], legs: readonly Leg[]): void {
    let left = amount;
    for (let held = pool.shift(); held !== undefined; held = pool.shift()) {
      const gross = Math.min(left, held.gross);
      const tax = partOf(held, gross);
      if (gross > 0) this.lines.push(storedLine(purse, memberId, held.rate, gross, tax));
      left -= gross;
      if (gross < held.gross) {
        pool.unshift({ ...held, gross: held.gross - gross, tax: held.tax - tax });
        break;
      }
    }
    for (const back of this.state.released.filter((one) => one.purse === purse && one.gross > 0)) {
      const gross = Math.min(left, back.gross);
      if (gross === 0) continue;
      const tax = partOf(back, gross);
      left -= gross;
      back.gross -= gross;
      back.tax -= tax;
      this.lines.push(storedLine(purse, memberId, back.rate, gross, tax));
      const undone = this.revenue.filter((one) => one.amount < 0);
      const reversed = Math.min(gross, back.used, -undone.reduce((sum, one) => sum + one.amount, 0));
      back.used -= reversed;
      const part = reversed === gross ? tax : partOf({ gross, tax }, reversed);
      if (reversed > 0) this.take(undone, reversed, part, -1);
      // It had been paid out, not used: it is sold again.
      if (gross > reversed) this.output("storedValue", "", back.rate, null, gross - reversed, tax - part);
    }
    this.payIn(purse, memberId, left, legs);
  }

  /** Taxes what is paid into a purse, where the venue's rule says so. */
  private payIn(purse: Purse, memberId: string, amount: number, legs: readonly Leg[]): void {
    const { rule } = this;
    const rate = this.state.rateOf("storedValue", "");
    if (!rule.isOn || (purse === "principal" ? rule.storedValue : rule.gift) !== "recharge" || rate === "none") return;
    // A scanned code pays a recharge from the collection that brought the money.
    const paysPrincipal = this.document.kind === "recharge" ? /^(tender\.|receivable\.|prepaid\.order$)/ : /^(tender|receivable)\./;
    const isSource = purse === "principal" ? paysPrincipal : /^cost\.gift$/;
    const source = legs.filter(({ account, amount: of }) => isSource.test(account) && of > 0).reduce((sum, leg) => sum + leg.amount, 0);
    const gross = Math.min(amount, source);
    if (gross <= 0) return;
    const tax = taxIn(gross, percentOfRate(rate));
    this.output("storedValue", "", rate, null, gross, tax);
    this.lines.push(storedLine(purse, memberId, rate, gross, tax));
  }

  /** Taxes the revenue that is left, and takes back tax of what is reversed. */
  settle(): void {
    const sales = this.state.sales.map((one) => ({ ...one }));
    for (const { service, classId, earnedOn, amount } of this.revenue) {
      if (amount < 0) this.reverse(sales, service, classId, earnedOn, -amount);
      if (amount <= 0 || !this.rule.isOn) continue;
      const rate = this.state.rateOf(service, classId);
      const known = sales.find(
        (one) => one.service === service && one.classId === classId && one.rate === rate && one.earnedOn === earnedOn,
      );
      if (known) known.gross += amount;
      else sales.push({ service, classId, rate, earnedOn, gross: amount, tax: 0 });
    }
    const groups = groupBy(sales, ({ service, classId, rate }) => `${service}/${classId}/${rate}`);
    for (const group of groups.values()) {
      let gross = 0;
      for (const line of group.toSorted((a, b) => (a.earnedOn < b.earnedOn ? -1 : 1))) {
        const before = this.state.sales.find(
          (one) => one.service === line.service && one.classId === line.classId && one.rate === line.rate && one.earnedOn === line.earnedOn,
        );
        const percent = percentOfRate(line.rate);
        const tax = taxIn(gross + line.gross, percent) - taxIn(gross, percent);
        gross += line.gross;
        const change = { gross: line.gross - (before?.gross ?? 0), tax: tax - (before?.tax ?? 0) };
        if (change.gross === 0 && change.tax === 0) continue;
        this.output(line.service, line.classId, line.rate, line.earnedOn, change.gross, change.tax);
        this.addSales(line.earnedOn, change.tax);
      }
    }
  }

  /**
   * Takes an amount off what the document sold: of the same class and day first, then of other days, then of other classes (those of the same rate
   * first), last of what taxed stored value paid for.
   */
  private reverse(
    sales: { service: string; classId: string; rate: Rate; earnedOn: string; gross: number }[],
    service: string,
    classId: string,
    earnedOn: string,
    amount: number,
  ): void {
    let left = amount;
    const rate = this.state.rateOf(service, classId);
    const distance = (one: { classId: string; rate: Rate; earnedOn: string }): number =>
      (one.classId === classId ? 0 : one.rate === rate ? 2 : 4) + (one.earnedOn === earnedOn ? 0 : 1);
    const lines = sales.filter((one) => one.service === service && one.gross > 0).toReversed();
    for (const line of lines.toSorted((a, b) => distance(a) - distance(b))) {
      const part = Math.min(left, line.gross);
      line.gross -= part;
      left -= part;
    }
    for (const back of this.state.released.filter((one) => one.used > 0)) {
      const gross = Math.min(left, back.used, back.gross);
      if (gross <= 0) continue;
      const tax = partOf(back, gross);
      left -= gross;
      back.used -= gross;
      this.output("storedValue", "", back.rate, null, -gross, -tax);
      this.addSales(earnedOn, -tax);
    }
  }

  private output(service: string, classId: string, rate: Rate, earnedOn: string | null, gross: number, tax: number): void {
    if (gross !== 0 || tax !== 0) this.lines.push({ service, classId, rate, purse: "", memberId: "", earnedOn, gross, tax });
  }
  private addSales(earnedOn: string, tax: number): void {
    this.sales.set(earnedOn, (this.sales.get(earnedOn) ?? 0) + tax);
  }

  /** Returns the lines with the legs that post them. */
  result(): Taxed {
    const sum = (lines: readonly TaxLine[]): number => lines.reduce((total, { tax }) => total + tax, 0);
    const outputs = groupBy(
      this.lines.filter(({ purse }) => purse === ""),
      ({ rate }) => rate,
    );
    const stored = groupBy(
      this.lines.filter(({ purse }) => purse !== ""),
      ({ memberId }) => memberId,
    );
    return {
      lines: this.lines,
      legs: [
        ...[...outputs].map(([subject, lines]): Leg => ({ account: "tax.output", subject, amount: -sum(lines) })),
        ...[...stored].map(([subject, lines]): Leg => ({ account: "tax.prepaid", subject, amount: sum(lines) })),
        ...[...this.sales].map(([earnedOn, amount]): Leg => ({ account: "tax.sales", amount, earnedOn })),
      ],
    };
  }
}

const storedLine = (purse: Purse, memberId: string, rate: Rate, gross: number, tax: number): TaxLine => ({
  service: "storedValue",
  classId: "",
  rate,
  purse,
  memberId,
  earnedOn: null,
  gross,
  tax,
});

/** Returns the tax of a part of a taxed amount; the last part takes all that is left. */
const partOf = ({ gross, tax }: { readonly gross: number; readonly tax: number }, part: number): number =>
  part === gross ? tax : Math.round((tax * part) / gross);
