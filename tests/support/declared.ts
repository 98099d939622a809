/** Sample input for declared resources, made of their fields; what a resource's own rules require is in `OWN`. */
import { callsOf } from "../../src/contract/core/resource/calls";
import { periodOf, type Resource } from "../../src/contract/core/resource/define";
import { addDays, dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { ACCOUNT_NAMES, ENTRY_ACCOUNTS } from "../../src/contract/finance/accounts";
import { type Field, type Fields, isEdited, offeredOf } from "../../src/contract/core/resource/fields";
import type { Call } from "../../src/contract/core/call";
import { servedResources } from "../../src/server/resource/serve";
import { targetTable } from "../../src/server/resource/targets";
import { allRoutes } from "../../src/server/routes";
import type { Client } from "./server";
import { query } from "./tables";

allRoutes({ dataDir: "/nowhere" }); // serving a resource enters it in the list

/** A filter of a file with its first day, four years ago, where the rows are dated. */
export function sinceLongAgo(resource: Resource): Readonly<Record<string, string>> {
  const period = periodOf(resource);
  return period ? { [period.from]: addDays(dayOf(Date.now(), DEFAULT_ZONE), -4 * 365) } : {};
}

export type Calls = Readonly<Record<string, Call>>;
export const declaredResources: readonly Resource[] = servedResources.map(({ resource }) => resource);
export const callsOfDeclared = (resource: Resource): Calls => callsOf<Resource>(resource);

const ACCOUNTS = Object.keys(ACCOUNT_NAMES);
const ENTRIES = Object.keys(ENTRY_ACCOUNTS);
const RULE = { placeIds: [], weekdays: [], from: "2026-11-01", to: "2026-12-01", start: 480, end: 720, reason: "开业" };
const packageCard = (n: number) => ({ kind: "times", price: `${n + 1}.00`, times: n + 1, startMinute: 480, endMinute: 1_320 });

/** By resource: values that its own rules ask for; a function is given the number of the sample. `null`: it is made by its own tests only. */
export const OWN: Readonly<Record<string, ((n: number) => Readonly<Record<string, unknown>>) | null>> = {
  // One a member: made by its own tests.
  spreads: null,
  // Nothing can be taken from who has nothing.
  adjustments: () => ({ direction: "add" }),
  // Takes a giver with money.
  transfers: null,
  programs: () => ({ open: Array(7).fill(480), close: Array(7).fill(1_320), slotMinutes: 60 }),
  promotions: () => ({ ...RULE, kind: "percent", percent: 85, amount: null }),
  temporaryPrices: () => RULE,
  // Places of one hall: made by its own tests.
  bundles: null,
  // Periods join.
  settlements: null,
  manualEntries: (n) => ({ amount: `${n}.25`, day: "2026-11-20" }),
  couponSettlements: null,
  // One an account and month.
  budgets: (n) => ({
    account: ENTRIES[n % ENTRIES.length],
    category: null,
    month: `20${30 + (Math.floor(n / 12) % 60)}-${String(1 + (n % 12)).padStart(2, "0")}`,
  }),
  // One an account.
  accountCodes: (n) => ({ account: ACCOUNTS[n % ACCOUNTS.length], category: null, code: `100${n}` }),
  bankAccounts: (n) => ({
    number: `**** ${String(1_000 + n)}`,
    openingDay: "2026-01-01",
    openingWechat: null,
    openingAlipay: null,
    openingCard: null,
    openingTransfer: null,
  }),
  bankDeposits: (n) => ({ amount: `${n}.50`, day: "2026-11-20" }),
  bankPayouts: (n) => ({ gross: `${n + 10}.50`, fee: "0.50", day: "2026-11-20", fromDay: null, toDay: null }),
  // Rows of a bank's file.
  bankLines: null,
  // Rows of postings and of paid documents: their own tests make them.
  journalBatches: null,
  invoices: null,
  taxRates: (n) => ({
    service: "place",
    productClass: null,
    taxCode: "",
    fromDay: `2026-${String(1 + (n % 12)).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`,
  }),
  // Output tax takes a rate for each service: its own tests switch it on.
  invoiceRules: (n) => ({ outputTax: false, fromDay: `20${30 + (n % 60)}-12-${String(1 + (n % 28)).padStart(2, "0")}` }),
  // Each delivery belongs to a paid sale: their own tests make them.
  deliveries: null,
  qualifications: () => ({ issuedOn: "2024-01-01", expiresOn: "2027-01-01" }),
  activities: (n) => {
    const day = `2026-12-${String(1 + (n % 28)).padStart(2, "0")}`;
    return { startsAt: `${day}T06:00:00.000Z`, endsAt: `${day}T08:00:00.000Z`, deadline: `${day}T01:00:00.000Z` };
  },
  ...Object.fromEntries(
    ["articles", "news", "banners"].map((name) => [
      name,
      () => ({ publishAt: "2026-11-01T00:00:00.000Z", offAt: "2027-11-01T00:00:00.000Z" }),
    ]),
  ),
  // A video needs a platform in use.
  videos: null,
  competitionVideos: null,
  bannerItems: () => ({ link: "/cms/article-list" }),
  cmsCategories: () => ({ kinds: ["article", "news", "video"] }),
  videoPlatforms: (n) => ({ hosts: [`v${n}.example.com`], player: "" }),
  tenants: () => ({ single: false, locked: false, expirationDate: "2099-12-31" }),
  organizations: () => ({ parent: null }),
  coaches: () => ({ account: "" }),
  // A card number is kept masked.
  bankCards: (n) => ({ cardNo: cardNumber(n), "~cardNo": true }),
  withdraws: null,
  messageConsents: null,
  // Classes take courts, and places in them money.
  coachClasses: null,
  coachBookings: null,
  couponOffers: (n) => {
    const endsOn = `2026-12-${String(1 + (n % 28)).padStart(2, "0")}`;
    return { kind: "percent", amount: null, goodFor: "booking", promoCode: `SAMPLE${n}`, endsOn, startMinute: 480, endMinute: 1_320 };
  },
  grouponGoods: (n) => {
    const day = `2026-12-${String(1 + (n % 28)).padStart(2, "0")}`;
    const sale = { saleFrom: `${day}T00:00:00.000Z`, saleTo: `${day}T12:00:00.000Z` };
    return { ...sale, excluded: [day], redeems: "ticket", program: null, minutes: null, product: null, packageCard: null };
  },
  productClasses: () => ({ parent: null }),
  // A code of the venue's own: of no length that has a check digit.
  products: (n) => ({ barcode: `P${n}` }),
  // Venues where the person works: chosen in its own tests.
  cardTypes: () => ({
    roamsAt: [],
    upgradeSpent: null,
    upgradeTo: null,
    usableFrom: Array(7).fill(480),
    usableTo: Array(7).fill(1_320),
    classPercents: [],
  }),
  rechargeOffers: (n) => ({ pay: `${n + 1}.00`, principal: `${n + 2}.00`, validFrom: "2026-11-01", validTo: "2026-11-30" }),
  packageCards: packageCard,
  swimCards: packageCard,
  // The organization's, not one venue's.
  updateLog: null,
  games: (n) => ({
    gameStart: "2026-12-05",
    gameEnd: "2026-12-06",
    registrationStart: "2026-11-20T00:00:00.000Z",
    registrationEnd: `2026-12-${String(1 + (n % 3)).padStart(2, "0")}T10:00:00.000Z`,
  }),
  gameEvents: () => ({ kind: "singles", gender: "male" }),
  // An entry needs a game that takes entries.
  gameTeams: null,
  gameTeamMembers: null,
  roles: null,
  staff: null,
  // Belong to a person who works here.
  staffAddresses: null,
};

/** A number that passes as one of a bank card. */
export function cardNumber(n: number): string {
  const front = `62220000${String(n).padStart(7, "0")}`;
  const sum = Array.from(front)
    .reverse()
    .reduce((total, digit, i) => {
      const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return `${front}${(10 - (sum % 10)) % 10}`;
}

/** One row per table that nothing serves by declaration, for references to it. */
const SEEDS: Readonly<Record<string, (id: string, n: number) => readonly [text: string, values: unknown[]]>> = {
  program: (id, n) => ["INSERT INTO program (venue_id, id, name, sport) VALUES ('v-1', $1, $2, 'badminton')", [id, `项目样品${n}`]],
  member: (id, n) => [
    "INSERT INTO member (venue_id, id, card_no, name, phone, card_type_id, state, created_at) VALUES ('v-1', $1, $2, $3, $4, 'ct-s', 'active', now())",
    [id, `S${n}`, `会员样品${n}`, `1390000${String(n).padStart(4, "0")}`],
  ],
};

let count = 0;
/** Makes something for a reference to point to. @returns its id */
async function refer(url: string, admin: Client, field: Field): Promise<string> {
  const target = field.of?.();
  if (!target) throw new TypeError("not a reference");
  const declared = declaredResources.find(({ name }) => name === target.resource);
  if (declared && callsOfDeclared(declared)["create"]) return (await make(url, admin, declared)).id;
  const { table } = targetTable(target.resource);
  const [there] = await query<{ id: string }>(url, `SELECT id FROM "${table}" WHERE venue_id = 'v-1' LIMIT 1`);
  if (there) return there.id;
  const seed = SEEDS[table];
  if (!seed) throw new TypeError(`no sample of ${table}: add one to SEEDS`);
  if (table === "member")
    await query(url, "INSERT INTO card_type (venue_id, id, name, colour) VALUES ('v-1', 'ct-s', '样品卡', 300) ON CONFLICT DO NOTHING");
  const id = `sample-${table}`;
  const [text, values] = seed(id, ++count);
  await query(url, text, values);
  return id;
}

function valueOf({ kind, options, choices }: Field, name: string, n: number): unknown {
  switch (kind) {
    case "text":
      return `${name}样${n}`.slice(0, options.max ?? 200);
    case "phone":
      return `138${String(10_000_000 + n)}`;
    case "money":
      return `${(n * 3) % 97}.25`;
    case "number":
      return Math.min(options.max ?? 1e9, (options.min ?? 0) + (n % 7));
    case "percent":
      return Math.min(options.max ?? 100, (options.min ?? 0) + (n % 7) + 0.5);
    case "day":
      return `2026-11-${String(1 + (n % 28)).padStart(2, "0")}`;
    case "instant":
      return `2026-11-${String(1 + (n % 28)).padStart(2, "0")}T08:00:00.000Z`;
    case "minute":
      return 480 + (n % 12) * 30;
    case "bool":
      return n % 2 === 0;
    case "choice":
      return offeredOf({ choices, options })[n % offeredOf({ choices, options }).length];
    case "words":
      return choices ? Object.keys(choices).slice(0, 1) : [`词${n}`];
    case "picture":
      return `https://cdn.example/${n}.png`;
    case "pictures":
      return [`https://cdn.example/${n}.png`];
    case "richText":
      return `<p>正文${n}</p>`;
    case "region":
      return ["上海市", "上海市", "浦东新区"];
    default:
      return undefined;
  }
}

/**
 * Samples for fields, each time others: of a resource, of an action. What they refer to is made first.
 * @param own values instead of samples, by number of the sample
 */
export async function samplesOf(
  url: string,
  admin: Client,
  fields: Fields,
  own: (n: number) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<Record<string, unknown>> {
  const n = ++count;
  const draft: Record<string, unknown> = {};
  const given = own(n);
  for (const [name, field] of Object.entries(fields)) {
    if (!isEdited(field)) continue;
    draft[name] = Object.hasOwn(given, name)
      ? given[name]
      : field.kind === "reference"
        ? await refer(url, admin, field)
        : valueOf(field, name, n);
  }
  return draft;
}

/** A draft that the resource takes; each sample differs. */
export const draftOf = (url: string, admin: Client, { name, fields }: Resource): Promise<Record<string, unknown>> =>
  samplesOf(url, admin, fields, OWN[name] ?? undefined);

/** Makes one. @param values instead of samples */
export async function make(
  url: string,
  admin: Client,
  resource: Resource,
  values: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string } & Readonly<Record<string, unknown>>> {
  const { create } = callsOfDeclared(resource);
  if (!create) throw new TypeError(`${resource.name} is not made by a form`);
  return (await admin.ok(create, { ...(await draftOf(url, admin, resource)), ...values })) as never;
}
