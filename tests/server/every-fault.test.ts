/**
 * Every declared resource refuses a draft with faults of several kinds by one refusal that names each wrong field: of its schema, of its
 * references, of its unique values, of its own rules.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/contract/core/call";
import type { Resource } from "../../src/contract/core/resource/define";
import { callsOf } from "../../src/contract/core/resource/calls";
import { roles } from "../../src/contract/platform/staff";
import { type Field, isEdited } from "../../src/contract/core/resource/fields";
import { servedResources } from "../../src/server/resource/serve";
import { callsOfDeclared, declaredResources, make, OWN, samplesOf } from "../support/declared";
import { type Client, type TestServer, testServer } from "../support/server";

type Values = Readonly<Record<string, unknown>>;
/** Values that a resource's own rules refuse, and the fields that these name. */
interface Broken {
  readonly values: Values;
  readonly fields: readonly string[];
}
const broken = (values: Values, ...fields: string[]): Broken => ({ values, fields: fields.length > 0 ? fields : Object.keys(values) });
const FUTURE = "2099-01-01";
const WRONG_TIMES = { publishAt: "2026-11-02T00:00:00.000Z", offAt: "2026-11-01T00:00:00.000Z" };

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
});
afterAll(() => server.close());

const resourceOf = (name: string): Resource => {
  const found = declaredResources.find((each) => each.name === name);
  if (!found) throw new TypeError(`no resource ${name}`);
  return found;
};
const made = (name: string, values: Values = {}): Promise<Values & { readonly id: string }> =>
  make(server.url, admin, resourceOf(name), values);

/** By resource with own rules: values that break them, all at once. */
const RULES: Readonly<Record<string, () => Broken | Promise<Broken>>> = {
  accountCodes: async () => {
    const { account } = await made("accountCodes");
    return broken({ account, category: null }, "account");
  },
  adjustments: () => broken({ amount: "0.00" }),
  articles: () => broken(WRONG_TIMES, "offAt"),
  bankCards: () => broken({ cardNo: "1234" }),
  bankDeposits: () => broken({ amount: "0.00", day: FUTURE }),
  bankPayouts: () => broken({ gross: "1.00", fee: "2.00", day: FUTURE, fromDay: null, toDay: null }, "gross", "day"),
  bannerItems: () => broken({ link: "javascript:alert(1)" }),
  banners: () => broken(WRONG_TIMES, "offAt"),
  budgets: async () => {
    const { account, month } = await made("budgets");
    return broken({ account, month, category: null }, "month");
  },
  cardTypes: () => broken({ classPercents: ["nobody:90"] }),
  clubMembers: async () => {
    const { club, member } = await made("clubMembers");
    return broken({ club, member }, "member");
  },
  coaches: () => broken({ account: "nobody" }),
  competitionVideos: () => broken(WRONG_TIMES, "offAt"),
  couponOffers: () => broken({ promoCode: "1", startMinute: 480, endMinute: null }, "promoCode", "endMinute"),
  couponSettlements: () => broken({ until: FUTURE }),
  gameEvents: () => broken({ kind: "mixed", gender: "male", minAge: 20, maxAge: 10 }, "gender", "maxAge"),
  grouponGoods: () => broken({ excluded: ["someday"] }),
  invoiceRules: () => broken({ fromDay: "2020-01-01" }),
  manualEntries: () => broken({ amount: "0.00", day: FUTURE }),
  segments: () => broken({ spentFrom: "10.00", spentTo: "1.00" }, "spentTo"),
  messageConsents: () => broken({ givenOn: FUTURE }),
  news: () => broken(WRONG_TIMES, "offAt"),
  packageCards: () => broken({ kind: "times", price: "0.00", times: 0 }, "price", "times"),
  productClasses: async () => {
    const { id } = await made("productClasses");
    const below = await made("productClasses", { parent: id });
    return broken({ parent: below.id });
  },
  products: () => broken({ barcode: "6921168509257" }),
  qualifications: () => broken({ issuedOn: "2026-02-01", expiresOn: "2026-01-01" }, "expiresOn"),
  roles: async () => {
    const { create } = callsOf(roles);
    const base = await admin.ok(create, { name: "基础", base: null, discountPercent: 0 });
    const { id } = await admin.ok(create, { name: "上一层", base: base.id, discountPercent: 0 });
    return broken({ base: id });
  },
  settlements: () => broken({ toDay: FUTURE }),
  spreads: () => broken({ promotionCode: "NOBODY" }),
  staff: () => broken({ email: "no address", username: "1st", password: "password" }),
  swimCards: () => broken({ kind: "times", price: "0.00", times: 0 }, "price", "times"),
  taxRates: async () => {
    const { fromDay } = await made("taxRates");
    return broken({ service: "place", productClass: null, fromDay }, "fromDay");
  },
  threadingBrands: async () => {
    const { threading, name } = await made("threadingBrands");
    return broken({ threading, name }, "name");
  },
  threadingSkills: async () => {
    const { threading, name } = await made("threadingSkills");
    return broken({ threading, name }, "name");
  },
  transfers: () => broken({ amount: "0.00" }),
  videoPlatforms: () => broken({ hosts: ["no host"], player: "nothing" }, "hosts", "player"),
  videos: () => broken(WRONG_TIMES, "offAt"),
  withdraws: () => broken({ amount: "0.00" }),
};

/** Resources with a hook before saving whose own rules name no field of a new record. */
const NO_RULE: Readonly<Record<string, string>> = {
  activities: "rules of changes, for what others signed up to: draft-faults.test.ts",
  bankAccounts: "a rule of changes: the opening day stays once statement lines are imported",
  bundles: "checks places, refused as a whole",
  coachBookings: "rules of a class, which is at fault here",
  coachClasses: "rules of the coach and the court, which are at fault here",
  deliveries: "rules of its sale, the only field that they name",
  gameTeamMembers: "rules of an entry, which is at fault here",
  gameTeams: "rules of an event, which is at fault here",
  games: "a game that is over is refused as a whole",
  invoices: "an invoice that is issued is refused as a whole",
  organizations: "rules of its tenant and of what is above it: unions.test.ts",
  promotions: "checks places, refused as a whole",
  reminders: "adds the operator",
  reviews: "adds values",
  temporaryPrices: "checks places, refused as a whole",
  updateLog: "a note that is published is refused as a whole",
};

/** Resources whose draft can have faults of one kind only. */
const ONE_KIND: Readonly<Record<string, string>> = {
  activities: "no references, nothing unique",
  bundles: "no references, nothing unique",
  invoices: "no references, nothing unique",
  journalBatches: "no references, nothing unique",
  programs: "no references, nothing unique",
  reminders: "no references, nothing unique",
  updateLog: "no references, nothing unique",
  venueNavigations: "no references, nothing unique",
  venueServices: "no references, nothing unique",
};

/** References within which values are unique. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  attentions: ["member", "subject"],
  bankDeposits: ["account"],
  diggs: ["review"],
};

/** A value that the schema of a field refuses; undefined where there is none. */
function unreadable({ kind, options, choices }: Field): unknown {
  switch (kind) {
    case "text":
      return "字".repeat((options.max ?? (options.long ? 2_000 : 200)) + 1);
    case "words":
      return choices ? ["none of these"] : undefined;
    case "number":
    case "percent":
    case "money":
    case "day":
    case "instant":
    case "minute":
    case "bool":
    case "choice":
    case "phone":
    case "picture":
      return "something";
    default:
      return undefined;
  }
}
/** Kinds of fields that rules read least, first. */
const LEAST_READ: readonly Field["kind"][] = ["picture", "text", "bool", "number", "percent", "money", "choice", "words", "phone"];

const wrongFields = (data: unknown): readonly string[] =>
  typeof data === "object" && data !== null && "errors" in data ? Object.keys(data.errors ?? {}).toSorted() : [];

const writable = declaredResources.filter((resource) => callsOfDeclared(resource)["create"] !== undefined);
const kinds = new Map<string, readonly string[]>();

describe.each(writable.map((resource) => [resource.name, resource] as const))("%s", (name, resource) => {
  it("names faults of all kinds in one refusal, and writes nothing", async () => {
    const { create, list } = callsOfDeclared(resource);
    if (!create) throw new TypeError(`${name} has no form`);
    const fields = Object.entries<Field>(resource.fields).filter(([, field]) => isEdited(field));
    const isMade = OWN[name] !== null;
    const references = fields.filter(([, { kind }]) => kind === "reference").map(([field]) => field);
    const nobody = (): Values => Object.fromEntries(references.map((field) => [field, "nobody"]));
    const draft = await samplesOf(server.url, admin, resource.fields, isMade ? (OWN[name] ?? undefined) : nobody);
    const rule = await RULES[name]?.();
    const taken = new Set(Object.keys(rule?.values ?? {}));
    const wrong: Record<string, unknown> = { ...rule?.values };
    const expected = new Map<string, readonly string[]>(rule ? [["rule", rule.fields]] : []);

    const unique = !isMade ? [] : fields.filter(([field, { options }]) => options.unique && !taken.has(field));
    const other = unique.length > 0 ? await made(name) : {};
    for (const field of [...unique.map(([each]) => each), ...(unique.length > 0 ? (WITHIN[name] ?? []) : [])])
      wrong[field] = Reflect.get(other, field);
    if (unique.length > 0)
      expected.set(
        "unique",
        unique.map(([field]) => field),
      );

    const dangling = references.filter((field) => !(field in wrong)).slice(0, isMade ? 1 : undefined);
    for (const field of dangling) wrong[field] = "nobody";
    if (dangling.length > 0) expected.set("reference", dangling);
    const schema = fields
      .filter(([field, spec]) => !(field in wrong) && unreadable(spec) !== undefined)
      .toSorted(([, one], [, two]) => rank(one) - rank(two))[0];
    if (schema) {
      wrong[schema[0]] = unreadable(schema[1]);
      expected.set("schema", [schema[0]]);
    }
    kinds.set(name, [...expected.keys()]);

    const count = async (): Promise<number> => (list ? ((await admin.ok(list, {})) as Page<unknown>).totalElements : 0);
    const before = await count();
    const answer = await admin.call(create, {}, { raw: { ...draft, ...wrong } });
    expect([answer.code, wrongFields(answer.data)]).toEqual([400, expect.arrayContaining([...expected.values()].flat())]);
    expect(await count()).toBe(before);
  });
});
const rank = ({ kind }: Field): number => (LEAST_READ.includes(kind) ? LEAST_READ.indexOf(kind) : LEAST_READ.length);

it("breaks the own rules of every resource that has any, besides those counted here", () => {
  const ruled = servedResources
    .filter(({ resource, source }) => "saving" in source && callsOfDeclared(resource)["create"] !== undefined)
    .map(({ resource }) => resource.name);
  expect(ruled.filter((name) => !(name in RULES)).toSorted()).toEqual(Object.keys(NO_RULE).toSorted());
});

it("sends every resource faults of two kinds at least, besides those counted here", () => {
  const single = [...kinds].filter(([, found]) => found.length < 2).map(([name]) => name);
  expect(single.toSorted()).toEqual(Object.keys(ONE_KIND).toSorted());
});
