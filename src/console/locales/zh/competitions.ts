/** Keys of scoring. */
export const competitions = {
  key: {
    find: "按姓名、单位、场地找对阵",
    next: "下一场对阵",
    previous: "上一场对阵",
    step: "下一步：开始、确认赛果、下一场",
    point: "左方、右方得分",
    undo: "撤销一分",
    period: "开始下一节",
    whole: "直接输入整场比分",
  },
};
