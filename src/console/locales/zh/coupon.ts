/** Words of the authority's coupons. */
export const coupon = {
  register: "登记优惠券",
  registered: "已登记 {count} 张券",
  scheme: "券",
  codes: "券码",
  codesHint: "{count} 张。一行一个，也可粘贴或直接扫码，一次最多 {most} 张",
  thresholdHint: "应付满此金额才能用；0 为不限",
  any: "不限",
  field: { codes: "券码", scheme: "券名", face: "面额", threshold: "使用门槛", startsOn: "开始日期", endsOn: "结束日期" },
  settlement: {
    lines: "看明细：{count} 行",
  },
} as const;
