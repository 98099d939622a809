/** Refusals of the platform: sessions, codes, inputs, files, and the state that something is in. */
import { AnswerCode as c } from "../answer-code";
import type { Refusal } from "./refusal";

export const PLATFORM = {
  badInput: {
    code: c.badInput,
    zh: "有内容需要修改，已填写的内容都保留着",
    en: "Some entries need changing; everything you typed is kept",
  },
  wrongCredentials: { code: c.badInput, zh: "账号或密码错误", en: "Wrong username or password" },
  accountLocked: { code: c.locked, zh: "账号已锁定，请在 {minutes} 分钟后再试", en: "This account is locked; try again in {minutes} min" },
  accountDisabled: { code: c.locked, zh: "账号已停用，请联系管理员", en: "This account is disabled; ask your administrator" },
  codeNeeded: {
    code: c.stepNeeded,
    zh: "请输入身份验证器上的 6 位验证码",
    en: "Enter the 6-digit code of your authenticator app",
  },
  enrolmentNeeded: {
    code: c.stepNeeded,
    zh: "你的角色要求两步验证：请用身份验证器扫码，再输入它显示的 6 位验证码",
    en: "Your role signs in with a second step: scan the code with an authenticator app, then enter the 6 digits it shows",
  },
  ownPasswordNeeded: {
    code: c.stepNeeded,
    zh: "现在的密码是管理员设置的，请设置自己的密码后登录",
    en: "An administrator chose this password. Choose your own to log in",
  },
  firstPasswordEnded: {
    code: c.locked,
    zh: "管理员设置的初始密码已过期，没有登录；请管理员重新设置密码",
    en: "The first password that an administrator set has expired; you are not logged in. Ask them to set a new one",
  },
  stepCodeWrong: {
    code: c.badInput,
    zh: "验证码不对、已过期或已经用过；请等身份验证器显示下一个验证码再试",
    en: "This code is wrong, expired or was used already; wait for the app's next code and try again",
  },
  secondFactorRequired: {
    code: c.conflict,
    zh: "你的角色要求两步验证，没有关闭；需要更换身份验证器时请重新设置",
    en: "Your role signs in with a second step; it stays on. To change phones, set it up again",
  },
  slowDown: { code: c.slowDown, zh: "操作太频繁，请 {seconds} 秒后再试", en: "Too many attempts; try again in {seconds} s" },
  noSites: { code: c.forbidden, zh: "没有管理角色", en: "No management role" },
  invalidToken: {
    code: c.signedOut,
    zh: "invalid_token 登录已失效，请重新登录",
    en: "invalid_token Your login expired; please log in again",
  },
  siteData: { code: c.forbidden, zh: "site data error", en: "site data error" },
  forbidden: {
    code: c.forbidden,
    zh: "没有「{name}」的权限。什么都没有改动，请联系管理员开通",
    en: "You lack the permission “{name}”. Nothing was changed; ask your administrator",
  },
  ownRequest: {
    code: c.forbidden,
    zh: "不能审批自己的申请，它仍在等待处理；请让另一人处理",
    en: "You can't approve your own request. It is still waiting; ask somebody else to decide",
  },
  approvalNeeded: {
    code: c.forbidden,
    zh: "{rule}，什么都没有改动；请让有权限的同事输入审批码",
    en: "{rule}. Nothing was changed; ask a colleague who may to enter their PIN",
  },
  approvalStale: {
    code: c.forbidden,
    zh: "这次同意已经用过、已过期，或同意的是另一笔，什么都没有改动；请重新审批",
    en: "This approval was used, has expired or was for something else; nothing was changed. Have it approved again",
  },
  approverWrong: {
    code: c.forbidden,
    zh: "{name}现在不能同意这件事（没有权限或没有审批码），什么都没有改动；请另选一人",
    en: "{name} can't approve this now (no permission or no PIN); nothing was changed. Choose somebody else",
  },
  pinWrong: { code: c.badInput, zh: "审批码不对，还可试 {left} 次", en: "The PIN is wrong; {left} more tries" },
  pinLocked: {
    code: c.locked,
    zh: "{name}的审批码已锁定，请在 {minutes} 分钟后再试，或请另一人同意",
    en: "The PIN of {name} is locked; try again in {minutes} min, or ask somebody else",
  },
  previewing: {
    code: c.forbidden,
    zh: "正在预览角色，没有改动；退出预览后再操作",
    en: "You are seeing the console as a role; nothing was changed. Leave the preview first",
  },
  badAddress: {
    code: c.badInput,
    zh: "地址无法识别，什么都没有改动；请检查链接后重试",
    en: "This address can't be read; nothing was changed. Check the link and try again",
  },
  bodyTooBig: {
    code: c.bodyTooBig,
    zh: "提交的内容太大，没有处理；请减少内容后重试",
    en: "What was sent is too big and was not processed. Send less and try again",
  },
  bodyType: {
    code: c.bodyType,
    zh: "内容格式不支持，没有处理；请以 JSON 或表单格式提交",
    en: "Content of this type is not accepted and was not processed. Send JSON or a form",
  },
  longSort: {
    code: c.badInput,
    zh: "超过 {most} 行，不能按这一列排序，列表没有改变；请先筛选或缩小日期范围",
    en: "More than {most} rows: they can't be sorted by this column and the list is as it was. Filter, or choose fewer days first",
  },
  missing: { code: c.missing, zh: "找不到{what}，可能已被删除", en: "{what} not found; it may have been removed" },
  noSuchCall: {
    code: c.missing,
    zh: "没有 {path} 这个接口，什么都没有做；请检查地址",
    en: "There is no call {path}; nothing was done. Check the address",
  },
  uploadToken: {
    code: c.badInput,
    zh: "上传凭证无效、已过期或已用过，图片没有上传；请重新选择图片",
    en: "The upload token is unknown, too old or used; the picture was not uploaded. Choose it again",
  },
  notServed: { code: c.notServed, zh: "此服务器尚未提供该功能", en: "This server does not offer this call" },
  keyReused: {
    code: c.keyReused,
    zh: "同一操作编号的内容不同，未执行；请刷新后重试",
    en: "This action key was used with other content; nothing was done. Refresh and try again",
  },
  keyMissing: { code: c.badInput, zh: "缺少操作编号（Idempotency-Key），未执行", en: "Idempotency-Key is missing; nothing was done" },
  heavyBusy: {
    code: c.slowDown,
    zh: "正在导出或统计的人太多，这次没有开始；请等正在进行的完成后再试",
    en: "Too many exports and reports are running, so this one did not start. Try again once the running ones are done",
  },
  busy: { code: c.busy, zh: "服务繁忙，请稍后再试！", en: "The service is busy, please try again later!" },
  conflict: {
    code: c.conflict,
    zh: "内容与现有数据冲突，什么都没有改动；请刷新后重试",
    en: "This conflicts with what is there now; nothing was changed. Refresh and try again",
  },
  otherSite: {
    code: c.forbidden,
    zh: "请求来自其他网站，未执行；请从本系统的页面操作",
    en: "The request came from another site; nothing was done. Use the pages of this console",
  },
  setupClosed: {
    code: c.conflict,
    zh: "初始化已完成或链接已失效；请直接登录，或重启服务获取新链接",
    en: "Setup is done or the link is no longer valid; log in, or restart the server for a new link",
  },
  importNotEmpty: {
    code: c.conflict,
    zh: "这里已有数据，没有导入，原有数据不变；请导入到全新的安装",
    en: "There is data here already; nothing was imported and it is unchanged. Import into a new installation",
  },
  importSchema: {
    code: c.conflict,
    zh: "文件来自其他版本（{theirs}，此处为 {ours}），没有导入；请用相同版本导出或导入",
    en: "The file was made by another version ({theirs}; here: {ours}); nothing was imported. Export and import with the same version",
  },
  importDamaged: {
    code: c.badInput,
    zh: "文件不是场馆导出文件，或已损坏、不完整，没有导入；请重新导出后再试",
    en: "The file is not a whole export of a venue, or was changed; nothing was imported. Export it again",
  },
  importNobody: {
    code: c.conflict,
    zh: "文件里没有可用的管理员，没有导入；请先在原安装中指定管理员，再导出",
    en: "Nobody in the file is an active administrator; nothing was imported. Make one there, then export again",
  },
  wrongState: {
    code: c.conflict,
    zh: "当前状态为“{state}”，不能{action}",
    en: "It is “{state}” now, so it cannot be changed this way ({action})",
  },
  cancelledBy: {
    code: c.conflict,
    zh: "已被{name}取消（{at}），没有改动，也没有要再付给客人的钱",
    en: "Cancelled by {name} ({at}); nothing was changed, and nothing more is to be paid out",
  },
  refused: { code: c.conflict, zh: "{text}", en: "{text}" },
  drawerShort: { code: c.conflict, zh: "{text}", en: "{text}" },
  drawerInUse: {
    code: c.conflict,
    zh: "这台收银机上正在用的是{name}的钱箱（{no}），没有收付款。请先到“交班”页选择：在该钱箱里收款，或开自己的班",
    en: "The drawer in use at this till is {name}'s ({no}); no money moved. Choose on the page “Shift”: work in that drawer, or open a shift of your own",
  },
  inUse: {
    code: c.conflict,
    zh: "{what}“{name}”正被使用，没有删除；请先改掉引用它的记录，或将其停用",
    en: "{what} “{name}” is in use and was not deleted. Change what refers to it first, or take it out of use",
  },
  reasonNeeded: { code: c.badInput, zh: "请填写原因", en: "A reason is required" },
  codeWrong: {
    code: c.badInput,
    zh: "验证码不对或已失效，密码没有改动；请核对，或重新获取",
    en: "The code is wrong or no longer valid; the password is unchanged. Check it, or ask for a new one",
  },
  passwordWrong: {
    code: c.badInput,
    zh: "原密码不对，密码没有改动；请核对后再试",
    en: "The old password is wrong; the password is unchanged. Check it and try again",
  },
  confirmationWrong: {
    code: c.badInput,
    zh: "密码不对，什么都没有改；请核对后再试",
    en: "The password is wrong; nothing was changed. Check it and try again",
  },
  ticketExpired: { code: c.badInput, zh: "二维码已失效，请刷新后重扫", en: "The QR code has expired; refresh and scan again" },
  uploadTooBig: { code: c.badInput, zh: "文件太大，上限 {max} MB", en: "The file is too big; the limit is {max} MB" },
  voiceSilent: {
    code: c.conflict,
    zh: "语音服务未配置或无法连接，将使用浏览器自带语音",
    en: "The voice service is not configured or cannot be reached; the browser's own voice speaks instead",
  },
  uploadPixels: {
    code: c.badInput,
    zh: "图片像素太多，上限 {max} 像素，没有上传；请缩小后再传",
    en: "The picture has too many pixels; at most {max} are possible and nothing was uploaded. Make it smaller",
  },
  uploadType: { code: c.badInput, zh: "只接受图片（PNG、JPEG、WebP、GIF）", en: "Only images (PNG, JPEG, WebP, GIF) are accepted" },
} as const satisfies Record<string, Refusal>;
