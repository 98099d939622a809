/** The help of a new resource's list and form: true of every resource as it is written, and the frame for what becomes its own. */
import { dayFilter, moneyFields } from "./contract";
import { inside, type Plan } from "./plan";

/** @returns the page beside the list */
export function listHelp(plan: Plan, language: "zh" | "en"): string {
  const { zh, en, title } = plan;
  const sums = moneyFields(plan).length > 0;
  const day = dayFilter(plan);
  if (language === "zh")
    return `## 这一页做什么

查找、新增和修改${zh}。

## 常用步骤

1. 按 \`/\`，输入${title.zh}来搜索${day ? `；也可以按${day.zh}筛选` : ""}。
2. 点一行打开修改；右上角的按钮新增。
3. 导出按当前筛选导出全部${zh}。

## 要注意

- 每次改动都写入操作日志，包括改前和改后的内容。${sums ? "\n- 合计按全部筛选结果计算，不只是这一页。" : ""}
`;
  const name = inside(en);
  return `## What this page is for

Find, add and change: ${name}.

## Common steps

1. Press \`/\` and type to search by ${inside(title.en)}${day ? `; days filter by ${inside(day.en)}` : ""}.
2. Press a row to change it; the button at the top right adds a new one.
3. The export holds everything of the filter.

## Mind

- Each change is written to the log, with what was there before and after.${sums ? "\n- Sums cover the whole filter, not this page alone." : ""}
`;
}

/** @returns the page beside the form */
export function formHelp(plan: Plan, language: "zh" | "en"): string {
  const { zh, en, title } = plan;
  if (language === "zh")
    return `## 这一页做什么

新增或修改${zh}。

## 步骤

1. 填写${title.zh}和其他内容；必填的有标记。
2. 按 \`Enter\` 保存；新增时 \`Ctrl\` \`Enter\` 保存并继续新增。

## 要注意

- 没有填完就离开，内容会保留为草稿。
`;
  return `## What this page is for

Add or change: ${inside(en)}.

## Steps

1. Fill in ${inside(title.en)} and the rest; what is required is marked.
2. \`Enter\` saves; in a new one \`Ctrl\` \`Enter\` saves and begins the next.

## Mind

- Leave half-way and what you typed stays as a draft.
`;
}
