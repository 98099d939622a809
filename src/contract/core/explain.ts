/**
 * Words what is wrong with an input for the person who typed it, in the same phrases everywhere. The server's refusals and the console's
 * forms both speak through here, so that a field is refused in the same words on either side.
 */
import { z } from "zod";
import type { Call } from "./call";
import type { Message } from "./typed/result";
import type { Language } from "./enums";
import { fieldLabel } from "./fields";
import { fill, inLanguage, type Values } from "./fill";
import { PAY_TYPE_LABELS } from "./pay-types";
import type { Label } from "./resource/label";

/** Nothing was given: a field that was left, or cleared; of numbers, NaN. */
const isNothing = (input: unknown): boolean => input === undefined || input === null || input === "" || Number.isNaN(input);

/** Told apart here, because an issue no longer holds the value that caused it. */
z.config({ customError: ({ input }) => (isNothing(input) ? "required" : undefined) });

const PHRASES = {
  required: { zh: "{field} 是必填项", en: "{field} is required" },
  type: { zh: "{field} 必须是{type}", en: "{field} must match type {type}" },
  tooLong: { zh: "{field} 不能超过 {n} 个字符", en: "{field} cannot exceed {n} characters" },
  tooShort: { zh: "{field} 不能少于 {n} 个字符", en: "{field} cannot be fewer than {n} characters" },
  tooMany: { zh: "{field} 不能超过 {n} 项", en: "{field} cannot exceed {n} items" },
  tooFew: { zh: "{field} 不能少于 {n} 项", en: "{field} cannot be fewer than {n} items" },
  max: { zh: "{field} 不能大于 {n}", en: "{field} may not be greater than {n}" },
  below: { zh: "{field} 必须小于 {n}", en: "{field} must be less than {n}" },
  min: { zh: "{field} 不能小于 {n}", en: "{field} must be not less than {n}" },
  above: { zh: "{field} 必须大于 {n}", en: "{field} must be greater than {n}" },
  step: { zh: "{field} 必须是 {n} 的整数倍", en: "{field} must be a multiple of {n}" },
  oneOf: { zh: "{field} 必须是 {values} 之一", en: "{field} must be one of {values}" },
  format: { zh: "{field} 的格式不正确", en: "{field} must be in the format expected" },
  month: { zh: "{field} 必须是 YYYY-MM 格式的月份", en: "{field} must be in the format YYYY-MM" },
  day: { zh: "{field} 必须是 YYYY-MM-DD 格式的日期", en: "{field} must be in the format YYYY-MM-DD" },
  instant: { zh: "{field} 必须是 YYYY-MM-DDTHH:mm:ss+08:00 格式的时间", en: "{field} must be in the format YYYY-MM-DDTHH:mm:ss+08:00" },
  mobile: { zh: "{field} 必须是 11 位数字，以 13 至 19 开头", en: "{field} must be 11 digits starting 13 to 19" },
  sixDigits: { zh: "{field} 必须是 6 位数字", en: "{field} must be 6 digits" },
  payCode: { zh: "{field} 必须是付款码上的 16 至 24 位数字", en: "{field} must be the 16 to 24 digits of a payment code" },
  cardNo: { zh: "{field} 只能是不超过 24 位的字母、数字和短横线", en: "{field} must be at most 24 letters, digits or hyphens" },
  identifier: {
    zh: "{field} 必须以字母开头，只含字母、数字和下划线",
    en: "{field} must start with a letter followed by letters, digits or underscores",
  },
  tooManyDays: { zh: "请选择日期范围，一次最多 {n} 天", en: "Choose a first and a last day, at most {n} days at once" },
  rule: { zh: "{problem}", en: "{problem}" },
  typed: { zh: "{field}：{problem}", en: "{field}: {problem}" },
  notBefore: { zh: "{field} 不能早于开始", en: "{field} cannot be before the start" },
  after: { zh: "{field} 必须晚于开始时间", en: "{field} must be after the start time" },
  asBefore: { zh: "{field} 不能与原来的相同，请换一个", en: "{field} must differ from the old one; choose another" },
  guessable: { zh: "{field} 太容易猜到，请换一个", en: "{field} is too easy to guess; choose another" },
  whole: { zh: "{field} 必须是整数", en: "{field} must be a whole number" },
  onlyPaying: { zh: "{field} 只能在付款时使用", en: "{field} can only be used when paying" },
  twice: { zh: "{field} 有重复的项", en: "{field} has an item twice" },
  oneHall: { zh: "{field} 必须在同一个场区", en: "{field} must be in one hall" },
  oneProgram: { zh: "{field} 必须属于合约的项目", en: "{field} must be of the contract's sport" },
  withinDays: { zh: "{field} 不能早于开始，最多晚 {n} 天", en: "{field} cannot be before the start, nor more than {n} days after it" },
  onlyOne: { zh: "{field} 只能为单独一场修改", en: "{field} can be changed for a single one only" },
  exactly: { zh: "{field} 必须是 {n}", en: "{field} must be {n}" },
  noFilter: { zh: "列表没有筛选条件“{field}”", en: "The list has no filter “{field}”" },
  other: { zh: "{field} 不正确", en: "{field} is not valid" },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;
export type Phrase = keyof typeof PHRASES;

const TYPES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  string: { zh: "文字", en: "text" },
  number: { zh: "数字", en: "number" },
  boolean: { zh: "是或否", en: "yes or no" },
  array: { zh: "列表", en: "list" },
  object: { zh: "一组内容", en: "object" },
};

/** Returns the labels of a call's fields in a language, for fields declared with labels: used by `explain`. */
export const labelsIn = ({ labels = {} }: Pick<Call, "labels">, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, label[language]]));

const WHOLE_INPUT = { zh: "内容", en: "Input" } as const;

type Issue = z.core.$ZodIssue;
type Worded = readonly [Phrase, Values?];
const isPhrase = (word: unknown): word is Phrase => typeof word === "string" && Object.hasOwn(PHRASES, word);

/**
 * Messages of a failed parse by field: `{ phone: "手机号 是必填项", "runs.0.start": … }`; the first one of each field. A path of a list
 * holds the position; what is wrong with the input as a whole has the key "". `labels` are what a form calls its fields, by field name,
 * where that differs from the common label.
 */
export function explain(
  error: z.ZodError,
  language: Language,
  labels: Readonly<Record<string, string>> = {},
  choices: Call["choices"] = {},
): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    messages[field] ??= describeIssue(issue, language, labels, choices);
  }
  return messages;
}

const isMessage = (problem: unknown): problem is Message => typeof problem === "object" && problem !== null && "zh" in problem;

/** Messages of filters that a list does not have, by their names. */
export const explainUnknownFilters = (names: readonly string[], language: Language): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, fill(PHRASES.noFilter[language], { field: name })]));

function describeIssue(
  issue: Issue,
  language: Language,
  labels: Readonly<Record<string, string>>,
  choices: NonNullable<Call["choices"]>,
): string {
  const name = issue.path.findLast((part) => typeof part === "string") ?? "";
  const [phrase, values = {}] = read(issue, language, (value) => choices[name]?.[value]?.[language]);
  return describeFault(name, phrase, language, values, labels);
}

/** Says of a field, "day" or "" for the input as a whole, what is wrong with it. */
export function describeFault(
  name: string,
  phrase: Phrase,
  language: Language,
  values: Values = {},
  labels: Readonly<Record<string, string>> = {},
): string {
  const label = name === "" ? WHOLE_INPUT[language] : (labels[name] ?? fieldLabel(name, language));
  return fill(PHRASES[phrase][language], inLanguage({ field: label, ...values }, language));
}

/** @param nameOf what people call a value of a choice; undefined where nobody said */
function read(issue: Issue, language: Language, nameOf: (value: string) => string | undefined): Worded {
  if (isPhrase(issue.message) && issue.code !== "custom") return [issue.message];
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int"
        ? ["whole"]
        : ["type", { type: (TYPES[issue.expected] ?? { zh: issue.expected, en: issue.expected })[language] }];
    case "too_small":
      return readTooSmall(issue);
    case "too_big":
      if (issue.origin === "string") return ["tooLong", { n: Number(issue.maximum) }];
      if (issue.origin === "array") return ["tooMany", { n: Number(issue.maximum) }];
      return [issue.inclusive === false ? "below" : "max", { n: Number(issue.maximum) }];
    case "not_multiple_of":
      return ["step", { n: issue.divisor }];
    case "invalid_value": {
      const values = issue.values.map((value) => nameOf(String(value)) ?? String(value));
      // Names that programs use tell a person nothing.
      return issue.values.some((value) => /[a-z]/i.test(String(value)) && nameOf(String(value)) === undefined)
        ? ["other"]
        : ["oneOf", { values: values.join(language === "zh" ? "、" : ", ") }];
    }
    case "invalid_format":
      return [issue.format === "datetime" ? "instant" : "format"];
    case "invalid_union":
      return readUnion(issue.errors, language, nameOf);
    case "custom":
      return readCustom(issue, language);
    default:
      return ["other"];
  }
}

function readTooSmall(issue: z.core.$ZodIssueTooSmall): Worded {
  const n = Number(issue.minimum);
  if (issue.origin === "string") return ["tooShort", { n }];
  if (issue.origin === "array") return n === 1 ? ["required"] : ["tooFew", { n }];
  return [issue.inclusive === false ? "above" : "min", { n }];
}

/** Returns the message of the union branch whose check got furthest: "not 11 digits" rather than "not empty". */
function readUnion(branches: readonly (readonly Issue[])[], language: Language, nameOf: (value: string) => string | undefined): Worded {
  const first = branches.flatMap((issues) => issues.slice(0, 1));
  const best = first.find((issue) => issue.code !== "invalid_type" && issue.code !== "invalid_value") ?? first[0];
  return best ? read(best, language, nameOf) : ["other"];
}

function readCustom(issue: z.core.$ZodIssueCustom, language: Language): Worded {
  const rule: unknown = issue.params?.rule ?? issue.message;
  const { min, max, values, problem } = issue.params ?? {};
  if (!isPhrase(rule)) return ["other"];
  if (isMessage(problem)) return [rule, { problem: problem[language] }];
  const names: Readonly<Record<string, Label>> = PAY_TYPE_LABELS;
  const list = Array.isArray(values)
    ? values.map((value: unknown) => names[String(value)]?.[language] ?? String(value)).join(language === "zh" ? "、" : ", ")
    : "";
  const bound: unknown = rule === "min" || rule === "above" || rule === "tooFew" || rule === "tooShort" ? min : max;
  return [rule, { ...(typeof bound === "number" ? { n: bound } : {}), values: list }];
}
