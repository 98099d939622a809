/** Plan of a new resource, read from the command line: its names in every spelling, its fields, and all reasons to refuse them. */
import { type Group, GROUPS } from "../../contract/core/groups";
import { FIELDS } from "../../contract/core/fields";
import { defineResource, RESERVED, type Resource } from "../../contract/core/resource/define";
import {
  bool,
  choice,
  day,
  type Field,
  instant,
  type Kind,
  minute,
  money,
  number,
  percent,
  phone,
  picture,
  pictures,
  reference,
  region,
  richText,
  state,
  text,
  words,
} from "../../contract/core/resource/fields";
import { type Label, labelled, type Tone, TONES } from "../../contract/core/resource/label";
import { LABELS } from "../../contract/core/resource/labels";
import { HALLS, MEMBERS, PLACES, PROGRAMS } from "../../contract/core/resource/targets";
import { machine } from "../../contract/core/states";
import { groupOf, kebabOf, labelOf, labelSource, LONGEST, spellingsOf, upper } from "./names";
import { CODE_WORDS, SQL_WORDS } from "./words";

/** A field as the declaration writes it, with the same as data. */
interface PlannedField {
  readonly name: string;
  readonly field: Field;
  /** Source: `text({ zh: …, en: …, required: true })`. */
  readonly source: string;
  /** Imports that the source needs: names of field kinds, of targets, of resources declared elsewhere. */
  readonly needs: { readonly kind: Kind; readonly target?: string; readonly resource?: string; readonly from?: string };
}

/** A resource that is to be written: `locker`, `lockers`, `Lockers`, `locker_list`. */
export interface Plan {
  /** Name of resource, contract file and folders: plural, lower camel case. */
  readonly name: string;
  readonly pascal: string;
  readonly table: string;
  readonly kebab: string;
  /** Name of the file of the declaration, without its ending: lost-items. */
  readonly file: string;
  readonly one: Label;
  readonly many: Label;
  readonly group: Group;
  readonly fields: readonly PlannedField[];
  readonly title: string;
  /** Source of the state machine, where a field is a state. */
  readonly machine?: string;
  readonly actions: readonly { readonly name: string; readonly label: Label }[];
  readonly codes: { readonly page: string; readonly modify: string; readonly export: string };
  /** The same as data. */
  readonly resource: Resource;
}

export const USAGE = `npm run new:resource -- locker --zh 储物柜 --en Locker [--many Lockers] [--group venue] --fields "number:text.unique:编号:Number,deposit:money:押金:Deposit"

  name      lower camel or kebab case, singular: equipment, lostItem, lost-item
  --zh      what people call it in Chinese          --en     and one of it in English   --many  several, where an s is not enough
  --group   group of the menu (venue when left out): ${Object.keys(GROUPS).join(", ")}
  --fields  name:kind:Chinese:English, with commas between. The first text field names a row: it is required and searched by pinyin.
            kinds: text phone money number percent day instant minute bool words picture pictures richText region,
              choice(small=小=Small|large=大=Large),
              state(free=空闲=Free=success>rent=出租=Rent@rented|rented=已租=Rented=live>giveBack=归还=Return@free),
                the tone of a state is one of ${TONES.join(" ")}, neutral when left out,
              reference(members), also halls, places, programs and every declared resource
            money and numbers are added up over the filter only where they say .sum
            options after the kind: .required .unique .search .filter .sort .sum .hidden .long .once
            no field can be called ${RESERVED.join(" ")}, nor by a word of SQL (from, to, user, order …)
            labels hold no quotes, braces or backslashes`;

const TARGETS = { members: "MEMBERS", halls: "HALLS", places: "PLACES", programs: "PROGRAMS" } as const;
const TARGET_DATA = { members: MEMBERS, halls: HALLS, places: PLACES, programs: PROGRAMS } as const;
/** Kinds that need no more than a label and options. */
const PLAIN = { text, phone, money, number, percent, day, instant, minute, bool, words, picture, pictures, richText, region };
const OPTIONS = ["required", "unique", "search", "filter", "sort", "sum", "hidden", "long", "once"] as const;
type OptionName = (typeof OPTIONS)[number];
/** Default options of fields by kind. */
const USUAL: Partial<Readonly<Record<Kind, readonly OptionName[]>>> = {
  money: ["sort"],
  day: ["filter", "sort"],
  choice: ["filter"],
  state: ["filter"],
  reference: ["filter"],
  bool: ["filter"],
};
const isTone = (text: string): text is Tone => TONES.some((tone) => tone === text);
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;

const isPlain = (kind: string): kind is keyof typeof PLAIN => Object.hasOwn(PLAIN, kind);
const isOption = (text: string): text is OptionName => OPTIONS.some((option) => option === text);
const isTarget = (text: string): text is keyof typeof TARGETS => Object.hasOwn(TARGETS, text);
/** Several of an English noun: boxes, companies, lockers. */
const pluralOf = (noun: string): string =>
  /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
interface Machine {
  readonly source: string;
  readonly actions: Plan["actions"];
  readonly made: Parameters<typeof state>[0]["machine"];
}
/** `free=空闲=Free=success>rent=出租=Rent@rented|rented=已租=Rented`. */
function machineOf(name: string, text: string): Machine {
  const actions: { name: string; label: Label }[] = [];
  const table: Record<string, Record<string, string>> = {};
  const labels: Record<string, readonly [string, string, Tone]> = {};
  for (const part of text.split("|")) {
    const [head = "", ...moves] = part.split(">");
    const [key = "", zh, en, tone = "neutral"] = head.split("=");
    if (!isTone(tone)) throw new Error(`${JSON.stringify(tone)} is no tone of a state; there are ${TONES.join(", ")}`);
    if (!/^[a-z][a-z_]*$/.test(key)) throw new Error(`${JSON.stringify(key)}: a state is called in lower case, with underscores`);
    const label = labelOf(`the state ${key}`, zh, en);
    labels[key] = [label.zh, label.en, tone];
    table[key] = {};
    for (const move of moves) {
      const [actionText = "", target = ""] = move.split("@");
      const [action = "", actionZh, actionEn] = actionText.split("=");
      if (!FIELD_NAME.test(action)) throw new Error(`${JSON.stringify(action)}: an action is called in lower camel case`);
      table[key][action] = target;
      const known = actions.find((one) => one.name === action);
      if (!known) actions.push({ name: action, label: labelOf(`the action ${action}`, actionZh, actionEn) });
    }
  }
  for (const [key, moves] of Object.entries(table))
    for (const [action, target] of Object.entries(moves))
      if (!table[target]) throw new Error(`${key} > ${action} leads to ${JSON.stringify(target)}, which is no state of ${name}`);
  return {
    source: `labelled(machine(${JSON.stringify(table)}), ${JSON.stringify(labels)})`,
    actions,
    made: labelled(machine(table), labels),
  };
}

/** Returns the source of a label that fields of this name already have: it is declared once. */
function sharedLabel(name: string, { zh, en }: Label): string | undefined {
  const hasLabels = (labels: Readonly<Record<string, Label>>): boolean => labels[name]?.zh === zh && labels[name].en === en;
  return hasLabels(LABELS) ? `...LABELS.${name}` : hasLabels(FIELDS) ? `...FIELDS.${name}` : undefined;
}

const choicesOf = (name: string, text: string): Readonly<Record<string, Label>> =>
  Object.fromEntries(
    text.split("|").map((part) => {
      const [value = "", zh, en] = part.split("=");
      if (!/^[a-z][A-Za-z0-9]*$/.test(value))
        throw new Error(`${JSON.stringify(value)}: a choice of ${name} is called in lower camel case`);
      return [value, labelOf(`the choice ${value}`, zh, en)];
    }),
  );

/** Splits at commas outside of brackets. */
const partsOf = (list: string): readonly string[] => list.split(/,(?![^(]*\))/).map((part) => part.trim());

/** Resources that are declared, which fields may refer to: name → its file under `src/contract`, without the ending. */
export type Declared = ReadonlyMap<string, string>;

function fieldOf(part: string, isTitle: boolean, declared: Declared): { planned: PlannedField; machine?: Machine } {
  const found = /^(?<name>\w+):(?<kind>\w+)(?:\((?<args>[^)]*)\))?(?<options>(?:\.\w+)*)(?::(?<zh>[^:]*):(?<en>[^:]*))?$/.exec(part);
  const { name = "", kind = "", args = "", options: after = "", zh, en } = found?.groups ?? {};
  if (!found) throw new Error(`${JSON.stringify(part)} is no field: name:kind:Chinese:English\n\n${USAGE}`);
  if (!FIELD_NAME.test(name) || name.length > LONGEST) throw new Error(`${JSON.stringify(name)}: a field is called in lower camel case`);
  if (RESERVED.includes(name)) throw new Error(`no field can be called ${name}: every row, list or call has that name already`);
  if (SQL_WORDS.has(kebabOf(name).replaceAll("-", "_")) && kind !== "reference")
    throw new Error(
      `${name} is a word of SQL: no column can be called so. Choose another name here; afterwards the field can be renamed, its column set by names of serveResource`,
    );
  const label = labelOf(name, zh, en);
  const named = after.split(".").filter((option) => option !== "");
  const wrong = named.find((option) => !isOption(option));
  if (wrong !== undefined) throw new Error(`${name}: ${wrong} is no option; there are ${OPTIONS.join(", ")}`);
  const requestedOptions = new Set<OptionName>([
    ...(USUAL[kind as Kind] ?? []),
    ...named.filter(isOption),
    ...(isTitle ? (["required", "sort"] as const) : []),
  ]);
  const search = isTitle ? ("pinyin" as const) : ("part" as const);
  const options = {
    ...Object.fromEntries([...requestedOptions].filter((option) => option !== "search").map((option) => [option, true])),
    ...(isTitle || requestedOptions.has("search") ? { search } : {}),
    ...(kind === "text" && !requestedOptions.has("long") ? { max: isTitle ? 60 : 200 } : {}),
  };
  const given = { ...label, ...options };
  const source = (more = ""): string =>
    `${kind}({ ${sharedLabel(name, label) ?? labelSource(label)}${Object.entries(options)
      .map(([option, value]) => `, ${option}: ${JSON.stringify(value)}`)
      .join("")}${more} })`;
  if (isPlain(kind)) return { planned: { name, field: PLAIN[kind](given), source: source(), needs: { kind } } };
  if (kind === "choice") {
    const choices = choicesOf(name, args);
    const written = Object.entries(choices).map(([value, each]) => `${value}: { ${labelSource(each)} }`);
    return {
      planned: {
        name,
        field: choice({ ...given, choices }),
        source: source(`, choices: { ${written.join(", ")} }`),
        needs: { kind },
      },
    };
  }
  if (kind === "state") {
    const states = machineOf(name, args);
    return {
      planned: { name, field: state({ ...given, machine: states.made }), source: source(", machine: states"), needs: { kind } },
      machine: states,
    };
  }
  if (kind === "reference") {
    if (isTarget(args)) {
      const target = TARGETS[args];
      return {
        planned: {
          name,
          field: reference({ ...given, of: () => TARGET_DATA[args] }),
          source: source(`, of: () => ${target}`),
          needs: { kind, target },
        },
      };
    }
    const from = declared.get(args);
    if (from === undefined)
      throw new Error(
        `${name}: nothing called ${JSON.stringify(args)} is declared; there are ${[...Object.keys(TARGETS), ...declared.keys()].join(", ")}`,
      );
    const of = () => ({ resource: args, title: "name" });
    return {
      planned: {
        name,
        field: reference({ ...given, of }),
        source: source(`, of: () => targetOf(${args})`),
        needs: { kind, resource: args, from },
      },
    };
  }
  throw new Error(`${part}: a field is one of ${[...Object.keys(PLAIN), "choice", "state", "reference"].join(", ")}\n\n${USAGE}`);
}

/**
 * Reads the arguments.
 * @throws Error that says what is wrong and what would be right
 */
export function planOf(
  single: string,
  options: { zh?: string; en?: string; many?: string; group?: string; fields?: string },
  declared: Declared = new Map(),
): Plan {
  const { camel, kebab, snake: table } = spellingsOf(single);
  const name = pluralOf(camel);
  if (SQL_WORDS.has(table)) throw new Error(`${table} is a word of SQL: no table can be called so. Choose another name`);
  for (const word of [camel, name])
    if (CODE_WORDS.has(word)) throw new Error(`${word} already means something in the code around it. Choose another name`);
  const one = labelOf("it (--zh, --en)", options.zh, options.en);
  const many = { zh: one.zh, en: options.many?.trim() || pluralOf(one.en) };
  const group = groupOf(options.group ?? "venue");
  const parts = partsOf(options.fields ?? "name:text:名称:Name,memo:text.long:备注:Memo");
  const titled = parts.findIndex((part) => /^\w+:text\b/.test(part));
  if (titled === -1) throw new Error("One field must be text: the first of them names a row");
  const fields = parts.map((part, i) => fieldOf(part, i === titled, declared));
  for (const [i, { planned }] of fields.entries()) {
    const others = fields.slice(0, i).map((each) => each.planned);
    if (others.some((other) => other.name === planned.name)) throw new Error(`${planned.name} is named twice`);
    const same = others.find(({ field }) => field.label.zh === planned.field.label.zh || field.label.en === planned.field.label.en);
    if (same) throw new Error(`${same.name} and ${planned.name} would be called the same on screen: give one of them another label`);
  }
  const machines = fields.flatMap(({ machine: states }) => (states ? [states] : []));
  if (machines.length > 1) throw new Error("A resource has one state");
  const [states] = machines;
  const codes = { page: `${table}_list`, modify: `${table}_modify`, export: `${table}_export` };
  const title = parts[titled]?.split(":")[0] ?? "";
  const planned = fields.map((each) => each.planned);
  const resource = defineResource({
    name,
    one,
    path: `/api/manage/venue/${kebab}`,
    codes: codes as never,
    title,
    fields: Object.fromEntries(planned.map(({ name: field, field: spec }) => [field, spec])),
  });
  return {
    name,
    pascal: upper(name),
    table,
    kebab,
    file: kebabOf(name),
    one,
    many,
    group,
    fields: planned,
    title,
    ...(states ? { machine: states.source } : {}),
    actions: states?.actions ?? [],
    codes,
    resource,
  };
}
