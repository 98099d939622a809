/**
 * Inputs for a call, made from its schema: mostly such as a person or a program could send, so that they reach the service; sometimes
 * broken on purpose. Ids, amounts and words come from earlier answers, so that calls meet rows that are there.
 */
import fc from "fast-check";
import { z } from "zod";
import type { CallName } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { addDays } from "../../src/contract/core/time";

type Schema = Readonly<Record<string, unknown>>;
/** A number in [0, n). */
export type Dice = (n: number) => number;

/** Numbers that are the same for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * n);
  };
}

/** Values from answers, by the name under which inputs need them: "memberId", "amount", "word". */
export type Harvest = Map<string, string[]>;
const MOST = 300;

/** Keeps what an answer holds that later inputs can use. */
export function harvest(known: Harvest, name: CallName, answer: unknown): void {
  const [domain = "", call = ""] = name.split(".");
  const own = call === "list" || call === "view" || call === "create" ? domain : call;
  walk(answer, singular(own), domain);

  function walk(value: unknown, thing: string, area: string): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) walk(item, thing, area);
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) {
        if (typeof item === "string") keep(key, item, thing, area);
        else walk(item, key === "content" ? thing : singular(key), area);
      }
  }
  function keep(key: string, text: string, thing: string, area: string): void {
    if (key === "id") for (const as of [`${thing}Id`, `${area} id`]) add(known, as, text);
    else if (key.endsWith("Id")) add(known, key, text);
    else if (/^(due|total|price|amount|paid)$/.test(key)) {
      // Refunds and totals of a whole venue are refused as a price: one of them in a matrix of 168 prices spoils them all.
      if (/^\d{1,4}\.\d\d$/.test(text)) add(known, "amount", text);
    } else if (/^(no|name|phone|cardNo)$/.test(key)) add(known, "word", text);
  }
}
function add(known: Harvest, name: string, text: string): void {
  const list = known.get(name) ?? [];
  known.set(name, list);
  if (text !== "" && !list.includes(text)) list.push(text);
  if (list.length > MOST) list.shift();
}
const singular = (word: string): string =>
  ({ definitions: "packageCard", classes: "class", runs: "place", sessions: "session" })[word] ?? word.replace(/s$/, "");

const ODD_TEXTS = [
  "",
  " ",
  "'; DROP TABLE member; --",
  '"\\%_',
  "<img src=x onerror=1>",
  "阿不都热合曼·买买提明",
  "🏸🏸",
  "\u202eabc",
  "null",
  "0",
  "-1",
  "测试",
  "spy",
  "a b c",
];
const ODD_VALUES: readonly unknown[] = [
  null,
  "",
  -1,
  0,
  1.5,
  1e21,
  true,
  [],
  {},
  [null],
  "\u0000",
  "\ud800",
  "x".repeat(5_000),
  "NaN",
  "2026-02-30",
  "1e9",
  "9".repeat(30),
  { $ne: 1 },
  { __proto__: 1 },
];
const METHODS = ["Cash", "WeChat", "Balance", "Alipay", "现金", "Transfer", "Nothing"];
const ROW_FIELDS = ["createdAt", "at", "no", "name", "day", "total", "amount", "cardNo", "lastVisitAt", "principal", "price", "quantity"];

/** Makes an input. @param broken damages it in one place */
export function generate(name: CallName, call: Call, known: Harvest, dice: Dice, today: string, broken: boolean): Record<string, unknown> {
  const [domain = ""] = name.split(".");
  const pick = <T>(items: readonly T[]): T | undefined => items[dice(items.length)];
  const made = make(schemaOf(call), "");
  const input = typeof made === "object" && made !== null ? (made as Record<string, unknown>) : {};
  return broken ? damage(input) : input;

  function make(schema: Schema, field: string): unknown {
    if (schema["const"] !== undefined) return schema["const"];
    if (Array.isArray(schema["enum"])) return pick(schema["enum"]);
    const choices = (schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]) as Schema[] | undefined;
    const described = String(schema["description"] ?? "");
    // Mostly in order, as people enter them: what closes does so after it opened.
    if (described.startsWith("minutes"))
      return (field === "close" || field === "end" ? 24 + dice(25) : field === "open" ? dice(24) : dice(49)) * 30;
    if (described.startsWith("yuan")) return dice(2) ? (pick(known.get("amount") ?? []) ?? "1.00") : `${dice(300)}.${dice(10)}${dice(10)}`;
    if (choices) return make(pick(choices) ?? {}, field);
    const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"];
    switch (type) {
      case "object": {
        const properties = (schema["properties"] ?? {}) as Record<string, Schema>;
        const required = (schema["required"] ?? []) as string[];
        const chosen = Object.entries(properties).filter(([key]) => required.includes(key) || dice(100) < 35);
        return Object.fromEntries(chosen.map(([key, value]) => [key, make(value, key)]));
      }
      case "array":
        if (Array.isArray(schema["prefixItems"])) return (schema["prefixItems"] as Schema[]).map((item) => make(item, field));
        return Array.from({ length: Math.min(Number(schema["minItems"] ?? 0) + dice(3), Number(schema["maxItems"] ?? Infinity)) }, () =>
          make((schema["items"] ?? {}) as Schema, field),
        );
      case "integer":
      case "number":
        return whole(schema, field);
      case "boolean":
        return dice(2) === 0;
      case "null":
        return null;
      case "string":
        return text(schema, field);
      default:
        return pick(METHODS);
    }
  }
  function year(): number {
    return Number(today.slice(0, 4)) + dice(2);
  }
  function whole(schema: Schema, field: string): number {
    if (field === "page") return dice(3);
    if (field === "minutes") return 30 * (1 + dice(4));
    if (field === "days") return 1 + dice(7);
    if (field === "year") return year();
    const least = Number(schema["minimum"] ?? 1);
    return Math.min(least + dice(field === "size" ? 50 : 6), Number(schema["maximum"] ?? Number.MAX_SAFE_INTEGER));
  }
  function text(schema: Schema, field: string): string {
    const pattern = typeof schema["pattern"] === "string" ? schema["pattern"] : undefined;
    const most = Math.min(Number(schema["maxLength"] ?? 60), 60);
    const least = Number(schema["minLength"] ?? 0);
    if (field === "id") return pick(known.get(`${domain} id`) ?? []) ?? "no-such-id";
    if (field.endsWith("Id")) return pick(known.get(field) ?? []) ?? pick(known.get(`${domain} id`) ?? []) ?? "no-such-id";
    if (schema["format"] === "date-time") return new Date(Date.parse(today) + (dice(96) - 48) * 3_600_000).toISOString();
    if (pattern?.includes("\\d{4}-\\d{2}-\\d{2}")) return addDays(today, dice(20) - (field === "to" ? 0 : 6));
    if (pattern?.includes("asc|desc")) return `${pick(ROW_FIELDS)},${pick(["asc", "desc"])}`;
    if (/^-?\^?-\?\\d\{1,15\}/.test(pattern?.slice(1) ?? ""))
      return String(field === "page" ? dice(3) : field === "year" ? year() : field === "minutes" ? 60 : 1 + dice(7));
    if (field === "type" || field === "method" || field === "payType") return pick(METHODS) ?? "Cash";
    if (pattern === "^1[3-9]\\d{9}$") return `1${3 + dice(7)}${String(dice(1_000_000_000)).padStart(9, "0")}`;
    if (pattern?.includes("https:")) return `/files/ab/${dice(1_000)}.png`;
    // An address of mail, whose pattern looks ahead: no text can be made of that.
    if (pattern?.includes("(?!")) return `guest${dice(1_000)}@example.com`;
    if (pattern !== undefined) return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: dice(2 ** 31) })[0] ?? "a";
    const word = dice(3) ? (pick(known.get("word") ?? []) ?? "会员") : (pick(ODD_TEXTS) ?? "");
    return word.slice(0, most).padEnd(Math.max(least, dice(2)), "测试");
  }
  function damage(whole: Record<string, unknown>): Record<string, unknown> {
    const keys = Object.keys(whole);
    const key = pick(keys) ?? "id";
    const inner = whole[key];
    if (Array.isArray(inner) && typeof inner[0] === "object" && inner[0] !== null && dice(2))
      return { ...whole, [key]: [damage({ ...(inner[0] as object) })] };
    if (dice(5) === 0) return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
    return { ...whole, [key]: pick(ODD_VALUES) };
  }
}

const schemas = new Map<Call, Schema>();
function schemaOf(call: Call): Schema {
  const known = schemas.get(call) ?? z.toJSONSchema(call.input, { io: "input", unrepresentable: "any" });
  schemas.set(call, known);
  return known;
}
