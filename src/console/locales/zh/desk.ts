/** Words of dialogs that several desks share. */
export const desk = {
  approvalDialog: {
    enterPin48: "输入 4 至 8 位审批码",
    cancel: "取消，不办理",
    nobodyHereWhoMay: "本馆还没有能同意这件事并设置了审批码的人。请有权限的同事登录自己的账号，在右上角菜单“登录与安全”里设置审批码。",
    whoApproves: "谁同意",
    theirPinEnteredThemselves: "本人输入审批码",
    n48DigitsNot: "4 至 8 位数字，不是登录密码",
    deleteLastDigit: "退一格",
    approve: "同意",
  },
  approvals: {
    approvals: "审批",
    requestedApproved: "{requester}申请，{approver}同意",
  },
  cardOffers: {
    periodCardCountsNo: "期限卡，不计次",
  },
  discountAmount: {
    text: "元",
    unitDiscount: "优惠单位",
    priceNotKnownYet: "价格还没有算出来",
    enterTenthsPayBetween: "请填 0 到 10 之间的折扣，例如 8.5 折付 85%",
    enterPercentageBetween0: "请填 0 到 100 之间的百分比",
    off: "¥{base} 减 ¥{off}",
  },
  enrolMember: {
    enterName: "请填写姓名",
    noLevelWithoutFee: "没有免费的会员等级，请到“会员”页办卡",
    enrolMember: "登记新会员",
    name: "姓名",
    mobile: "手机号",
    level: "会员等级",
    enrolChoose: "登记并选中",
  },
  memberSearch: {
    noMemberFound: "没有找到会员",
    enrolMember: "登记为会员",
  },
  payments: {
    eightMethodsMost: "最多八种支付方式",
    codePaidAlready: "扫码已经收到，不能删",
    oneMethodNeeded: "至少要有一种支付方式",
  },
  qrDialog: {
    venuesPagesNotPublished: "场馆页面还没有公开，扫码的人只看到“没有公开”。请在“场馆信息”中勾选公开",
  },
  renewMember: {
    months: "{months} 个月",
    renewMembership: "给“{name}”续期？",
    lastDayWhileRuns: "未到期的从到期日起算，已过期的从今天起算并恢复为正常。这里不收费。",
    renew: "续期",
    howLong: "续期时长",
    renewedUntil: "已续期至 {day}",
  },
  roamingField: {
    wholeCardMobileNumber: "完整卡号或手机号",
    noSuchCardMay: "没有可在本馆使用的这张卡",
    findCard: "查卡",
    anotherVenueIfType: "在同机构其他场馆办的卡，须对本馆通用",
  },
  useNoPayCode: {
    paymentCodesCantCharged: "这里不能扫付款码，没有收款，填写的内容都在。请选别的收款方式",
  },
} as const;
