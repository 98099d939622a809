/** A small venue for the tests of the grid: two numbered courts, and a whole court made of two halves with hourly slots. */
import type { BookingOrderDetail, Grid, GridBooking, Quote, SlotRun } from "../../../src/contract/booking/booking";
import { fen, yuan } from "../../../src/contract/core/money";
import type { Member } from "../../../src/contract/members/members";

export const DAY = "2026-11-21";
/** 15:20 at the venue. */
export const NOW = "2026-11-21T15:20:00+08:00";
export const NOW_MS = Date.parse(NOW);
/** Minutes of a time of day. */
export const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

const place = (id: string, hallId: string, unitIds: string[], linkedIds: string[] = []) => ({
  id,
  hallId,
  name: id.replace("p", ""),
  unitIds,
  linkedIds,
});

/** A booking of court 1 from 16:00 to 17:00, paid, changed by `change`. */
export const booked = (change: Partial<GridBooking> = {}): GridBooking => ({
  id: "b1",
  orderId: "o1",
  orderNo: "B2511210001",
  placeId: "p1",
  day: DAY,
  start: at(16),
  end: at(17),
  kind: "single",
  status: "paid",
  payStatus: "paid",
  name: "陈建华",
  phone: "138****6027",
  memberId: null,
  source: "desk",
  holdUntil: null,
  due: "0.00",
  note: "",
  offer: false,
  free: null,
  ...change,
});

/** The day's grid: courts 1 and 2 from 14:00 to 20:00 by half hours, the basketball court by hours. 40 yuan, from 18:00 50. */
export const gridOf = (bookings: GridBooking[] = []): Grid => ({
  now: NOW,
  zone: "Asia/Shanghai",
  halls: [
    { id: "h1", name: "羽毛球馆", programId: "s1", programName: "羽毛球", sport: "badminton", slotMinutes: 30 },
    { id: "h2", name: "篮球馆", programId: "s2", programName: "篮球", sport: "basketball", slotMinutes: 60 },
  ],
  places: [
    place("p1", "h1", ["u1"]),
    place("p2", "h1", ["u2"]),
    { ...place("p3", "h2", ["u3", "u4"], ["p4", "p5"]), name: "全场" },
    { ...place("p4", "h2", ["u3"], ["p3"]), name: "东半" },
    { ...place("p5", "h2", ["u4"], ["p3"]), name: "西半" },
  ],
  days: [
    {
      day: DAY,
      holiday: null,
      kind: null,
      hours: [
        { hallId: "h1", open: at(14), close: at(20) },
        { hallId: "h2", open: at(15), close: at(20) },
      ],
      tariff: [0, 0, 1, 1, 1],
      counters: {
        slots: 44,
        booked: 2,
        paid: 2,
        free: 40,
        utilisation: 5,
        receivable: "80.00",
        received: "80.00",
        due: "0.00",
        elsewhere: "0.00",
      },
    },
  ],
  tariffs: [
    { prices: Array.from({ length: 12 }, (_, i) => (i >= 8 ? "50.00" : "40.00")), peak: Array.from({ length: 12 }, (_, i) => i >= 8) },
    { prices: Array.from({ length: 5 }, () => "110.00"), peak: Array.from({ length: 5 }, () => false) },
  ],
  bookings,
  waiting: [],
});

/** A gold-card member with 100 yuan principal and 20 yuan gift. */
export const MEMBER: Member = {
  id: "m1",
  cardNo: "V100231",
  name: "沈佩仪",
  phone: "138****6027",
  gender: "female",
  birthday: null,
  cardTypeId: "c3",
  cardTypeName: "金卡",
  cardTypeColour: 300,
  principal: "30.00",
  gift: "20.00",
  debt: "0.00",
  spent: "0.00",
  packageCards: 0,
  packageCard: null,
  lastVisitAt: null,
  expiresOn: null,
  state: "active",
  tags: [],
  memo: "",
  stateReason: "",
  mergedInto: null,
  referrer: null,
  photo: null,
  coach: null,
  family: [],
  erasedAt: null,
  createdAt: "2025-01-01T00:00:00+08:00",
};

/** A quote of `perSlot` yuan for each half hour of the runs. */
export function quoteOf(runs: readonly SlotRun[], perSlot = "40.00"): Quote {
  const lines = runs.map((run) => {
    const list = yuan((fen(perSlot) * (run.end - run.start)) / 30);
    const steps: Quote["lines"][number]["trace"]["steps"] = [
      { rule: "temporary", name: "", matched: false, amount: "0.00", detail: "" },
      { rule: "plan", name: "秋冬羽毛球", matched: true, amount: list, detail: "" },
    ];
    return { ...run, placeName: run.placeId, trace: { list, discount: "0.00", price: list, steps } };
  });
  const total = yuan(lines.reduce((sum, line) => sum + fen(line.trace.price), 0));
  return { lines, list: total, discount: "0.00", total, cards: [] };
}

/** A line of the order below: an hour from 16:00 on a court. */
export const orderLine = (id: string, placeName: string): BookingOrderDetail["lines"][number] => {
  const [quoted] = quoteOf([{ placeId: placeName, start: at(16), end: at(17) }]).lines;
  if (!quoted) throw new Error("one run, one line");
  const { trace, start, end } = quoted;
  return {
    id,
    placeId: placeName,
    placeName,
    hallName: "羽毛球馆",
    day: DAY,
    start,
    end,
    trace,
    refunded: "0.00",
    fee: "0.00",
    status: "active",
    card: null,
  };
};
/** A paid order of two courts from 16:00 to 17:00, changed by `change`. */
export const orderOf = (change: Partial<BookingOrderDetail> = {}): BookingOrderDetail => ({
  id: "o1",
  no: "B20261121-0001",
  createdAt: "2026-11-21T09:00:00+08:00",
  day: DAY,
  start: at(16),
  end: at(17),
  program: "羽毛球",
  places: "1 号 16:00–17:00, 2 号 16:00–17:00",
  name: "陈建华",
  phone: "138****6027",
  memberId: null,
  cardTypeName: null,
  cardTypeColour: null,
  source: "desk",
  kind: "single",
  asGroup: false,
  list: "160.00",
  discount: "0.00",
  total: "160.00",
  paid: "160.00",
  refunded: "0.00",
  due: "0.00",
  payTypes: ["WeChat"],
  orderStatus: "paid",
  payStatus: "paid",
  holdUntil: null,
  operator: "周凯",
  lines: [orderLine("l1", "1"), orderLine("l2", "2")],
  sales: [],
  payments: [],
  changes: [],
  remark: "",
  discountReason: "",
  approvals: [],
  fee: "0.00",
  ...change,
});
