/** Words that the login page's script says; what stands in the page is in index.html. Small on purpose: it loads before any framework. */
export type Language = "zh" | "en";

const WORDS = {
  zh: {
    title: "登录 · 场馆管理后台",
    needUsername: "请输入账号",
    needPassword: "请输入密码",
    unknown: "未知错误",
    offline: "连接不上服务器，请检查网络后重试。账号和密码都还在。",
    qr: "登录二维码",
    refresh: (clock: string) => `${clock} 后刷新`,
    qrPaused: "二维码已过期",
    qrFailed: "二维码没有取到",
    again: "重新获取",
    entering: "已确认，正在进入",
  },
  en: {
    title: "Log in · Venue Console",
    needUsername: "Enter your username",
    needPassword: "Enter your password",
    unknown: "Unknown error",
    offline: "The server can’t be reached. Check the network and try again; what you typed is still here.",
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
