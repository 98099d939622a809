/** Texts of the coaches pages. */
export const coaches = {
  classParts: {
    takingPart: "报名",
    week: "周历",
  },
  coachParts: {
    withdrawals: "提现",
    bankCards: "银行卡",
  },
  coachSchedule: {
    mon: "周一",
    tue: "周二",
    wed: "周三",
    thu: "周四",
    fri: "周五",
    sat: "周六",
    sun: "周日",
    moved: "“{title}”改到 {day} {time}",
    coachSchedule: "教练排课",
    classesHoursPlaces: "{n} 节，{hours} 小时，{taken} / {places} 人次",
    weekBefore: "上周",
    week: "本周",
    weekAfter: "下周",
    newClass: "新建课",
    coaches: "教练",
    h: "{n} 节，{hours} 小时",
    classesWeek: "一周课表",
    altArrowKeysMove: "Alt 加方向键改期，再按 Shift 移一小时",
    full: "，满",
  },
  withdraw: {
    balance: "{name}的余额",
  },
} as const;
