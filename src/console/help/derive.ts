/** Help of declared screens, made of their declaration: what the place is for, its steps, its fields, its actions. A written page wins. */
import type { Language } from "../../contract/core/enums";
import type { Report } from "../../contract/core/resource/report";
import { availableActions, type Resource, stateOf } from "../../contract/core/resource/define";
import type { Field } from "../../contract/core/resource/fields";
import type { Action } from "../registry";
import type { Block, Span } from "./blocks";

const text = (words: string): Span => ({ kind: "text", text: words });
const strong = (words: string): Span => ({ kind: "strong", text: words });
const key = (words: string): Span => ({ kind: "key", text: words });
const title = (words: string): Block => ({ kind: "title", spans: [text(words)] });

/** The page of a declared screen in a language. */
export function deriveHelp(declaration: Resource | Report, action: Action | undefined, language: Language): readonly Block[] {
  return "columns" in declaration ? reportHelp(declaration, language) : resourceHelp(declaration, action, language);
}

function reportHelp(report: Report, language: Language): readonly Block[] {
  const say = (zh: string, en: string): string => (language === "zh" ? zh : en);
  const measures = Object.values<Field>(report.columns).map(({ label }) => label[language]);
  return [
    title(report.title[language]),
    { kind: "text", spans: [text(report.help?.[language] ?? report.note?.[language] ?? measures.join(say("、", ", ")))] },
    title(say("步骤", "Steps")),
    {
      kind: "steps",
      items: [
        [text(say("在上方选时间段、分组和对比。", "Choose period, grouping and comparison above."))],
        [text(say("带下划线的数字点开看明细。", "Underlined figures open the rows behind them."))],
        [text(say("“Excel”导出全部，“打印”按 A4 输出。", "“Excel” exports all of it, “Print” gives A4."))],
      ],
    },
    title(say("列", "Columns")),
    { kind: "list", items: measures.map((measure) => [text(measure)]) },
  ];
}

function resourceHelp(resource: Resource, action: Action | undefined, language: Language): readonly Block[] {
  const say = (zh: string, en: string): string => (language === "zh" ? zh : en);
  const one = resource.one[language];
  const about: Block = {
    kind: "text",
    spans: [
      text(
        resource.help?.[language] ?? resource.hint?.[language] ?? say(`查看和管理${one}。`, `See and manage each ${one.toLowerCase()}.`),
      ),
    ],
  };
  if (action === "create" || action === "edit") {
    const fields = Object.values<Field>(resource.fields).filter(
      ({ kind, options }) => kind !== "state" && !options.readonly && !options.computed,
    );
    return [
      title(action === "create" ? say(`新增${one}`, `Add a ${one.toLowerCase()}`) : say(`修改${one}`, `Edit a ${one.toLowerCase()}`)),
      about,
      title(say("字段", "Fields")),
      {
        kind: "list",
        items: fields.map(({ label, options }) => [
          strong(label[language]),
          text(
            `${options.required ? say("，必填", ", required") : ""}${options.hint ? `${say("：", ": ")}${options.hint[language]}` : ""}`,
          ),
        ]),
      },
      title(say("按键", "Keys")),
      {
        kind: "list",
        items: [
          [key("Enter"), text(say(" 保存", " saves"))],
          [key("Ctrl"), text(" "), key("Enter"), text(say(" 保存并新增", " saves and adds the next"))],
        ],
      },
    ];
  }
  const machine = stateOf(resource)?.[1].machine;
  const moves = (machine?.states ?? []).map((state) => {
    const open = availableActions(resource, { [stateOf(resource)?.[0] ?? ""]: state }).map(
      (name) => resource.actions?.[name]?.label[language] ?? name,
    );
    return [
      strong(machine?.labels[state]?.[language] ?? state),
      text(open.length > 0 ? `${say("：", ": ")}${open.join(say("、", ", "))}` : ""),
    ];
  });
  const searched = Object.values<Field>(resource.fields)
    .filter(({ options }) => options.search)
    .map(({ label }) => label[language]);
  return [
    title(say("这一页做什么", "What this page is for")),
    about,
    title(say("步骤", "Steps")),
    {
      kind: "steps",
      items: [
        ...(searched.length > 0
          ? [
              [
                key("/"),
                text(
                  say(` 搜索${searched.join("、")}；按“筛选”缩小范围。`, ` searches ${searched.join(", ")}; “Filter” narrows the list.`),
                ),
              ],
            ]
          : []),
        [
          text(
            say(
              "点一行打开它，在旁边修改、办理或看修改记录。",
              "A click on a row opens it beside the list, with what can be done and its history.",
            ),
          ),
        ],
        [text(say("“导出”给出筛选后的全部。", "“Export” gives all of the filter."))],
      ],
    },
    ...(moves.length > 0 ? [title(say("状态和可办的事", "States and what can be done")), { kind: "list" as const, items: moves }] : []),
  ];
}
