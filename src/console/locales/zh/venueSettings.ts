/** Words of the venue's settings. */
export const venueSettings = {
  title: "场馆设置",
  policy: "预订规则",
  policyHint: "对以后到时的订单生效；运动项目里另有规定的，以项目为准。",
  holdMinutes: "未付款保留",
  freeCancelHours: "免费取消时限",
  lateCancelPercent: "迟退手续费",
  noShowPercent: "未到场扣费",
  offerMinutes: "候补保留",
  earlyCheckInMinutes: "提前开场确认",
  minutes: "分钟",
  hours: "小时",
  percent: "%",
  hint: {
    holdMinutes: "仅预订未付款的场地，超过这么久自动释放",
    freeCancelHours: "开场前这么多小时以上取消，全额退款",
    lateCancelPercent: "过了免费时限再取消，按实收扣下的比例；可由有权限的人免收",
    noShowPercent: "已付但没有到场，扣下的比例，其余自动退回；100 表示全部不退",
    offerMinutes: "有场通知候补客人后，为其保留的时间",
    earlyCheckInMinutes: "离开始还有这么久以上时开场，先问一次，避免点错",
  },
} as const;
