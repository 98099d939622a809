/** Words that the login page's script says; what the page shows is in index.html. Small on purpose: it loads before any framework. */
export type Language = "zh" | "en";

const WORDS = {
  zh: {
    title: "登录 · 场馆管理后台",
    needUsername: "账号 是必填项",
    needPassword: "密码 是必填项",
    unknown: "未知错误",
    busy: "服务繁忙，请稍后再试！",
    offline: "连接不上服务器，请检查网络后重试。填写的内容都还在。",
    notLoaded: "页面没有加载完整，什么都没有丢失。",
    openAgain: "重新打开",
    qr: "登录二维码",
    refresh: (clock: string) => `${clock} 后刷新`,
    qrPaused: "二维码已过期",
    qrFailed: "二维码没有取到",
    again: "重新获取",
    entering: "已确认，正在进入",
  },
  en: {
    title: "Log in · Venue Console",
    needUsername: "Username is required",
    needPassword: "Password is required",
    unknown: "Unknown error",
    busy: "The service is busy, please try again later!",
    offline: "The server can’t be reached. Check the network and try again; what you typed is still here.",
    notLoaded: "The page did not load completely; nothing is lost.",
    openAgain: "Open it again",
    qr: "Login QR code",
    refresh: (clock: string) => `New code in ${clock}`,
    qrPaused: "The code has expired",
    qrFailed: "No code could be fetched",
    again: "Get a new code",
    entering: "Confirmed, entering",
  },
} as const;

/** The language on the page, as index.html or the switch set it. */
export const language = (): Language => (document.documentElement.lang === "en" ? "en" : "zh");

/** The words in the language on the page. */
export const words = (): (typeof WORDS)[Language] => WORDS[language()];
