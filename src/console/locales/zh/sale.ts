/** Words of the till that its sheet of keys tells. */
export const sale = {
  key: {
    member: "选会员",
    quick: "快捷键；用方向键选，按 Enter 放入",
    hang: "挂单；没有单子时取回最近挂的",
    price: "改价",
    round: "抹零；再按换单位或不抹",
    discount: "优惠",
    pay: "收款，再按一次确认",
    way: "收款时换支付方式",
    split: "收款时增加一种方式",
    search: "搜索商品",
    back: "返回",
  },
} as const;
