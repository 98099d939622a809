/** Words of staff and their accounts. */
export const platform = {
  smsCodes: "找回密码验证码",
  noCodes: "没有待转告的验证码",
  noCodesHint: "员工在登录页点“忘记密码”、顾客在公开页登录后，验证码显示在这里，由你核对本人后转告。",
  byGateway: "验证码由短信网关发送",
  byGatewayHint: "验证码直接发到员工手机，这里不显示。",
  passOn: "请先确认是本人，再当面或打电话告诉对方。验证码用过或过期后自动消失。",
  until: "有效至",
} as const;
