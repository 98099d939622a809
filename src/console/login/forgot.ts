/**
 * A forgotten password: the mobile of the account, the code that went there, a new password. It replaces the login form, without
 * a framework like it, and is loaded when somebody asks for it (wire "Small decisions").
 */
import { readPhone } from "../../contract/core/typed/phone";
import { loadConsole } from "./enter";
import { describeFailure } from "./failure";
import { language } from "./words";

const CODE = /^\d{6}$/;
const SHORTEST = 10;

const WORDS = {
  zh: {
    required: (field: string) => `${field} 是必填项`,
    mobile: "手机号",
    code: "验证码",
    password: "新密码",
    needMobile: "请输入 11 位手机号",
    needCode: "请输入 6 位数字验证码",
    needPassword: `新密码至少 ${SHORTEST} 位`,
    sent: (minutes: number) => `如果有账号登记了这个手机号，验证码已经发出，${minutes} 分钟内有效。没有收到请联系管理员。`,
    waiting: (minutes: number) => `如果有账号登记了这个手机号，管理员那里已经有验证码，请向管理员索取，${minutes} 分钟内有效。`,
    send: "获取验证码",
    again: (seconds: number) => `${seconds} 秒后可重发`,
    done: "密码已修改，请用新密码登录。其他设备上的登录都已退出。",
  },
  en: {
    required: (field: string) => `${field} is required`,
    mobile: "Mobile",
    code: "Code",
    password: "New password",
    needMobile: "Enter the mobile, 11 digits",
    needCode: "Enter the code, 6 digits",
    needPassword: `The new password needs at least ${SHORTEST} characters`,
    sent: (minutes: number) =>
      `If an account has this mobile, a code is on its way, good for ${minutes} minutes. If none comes, ask your administrator.`,
    waiting: (minutes: number) =>
      `If an account has this mobile, your administrator sees the code now: ask for it. It is good for ${minutes} minutes.`,
    send: "Get a code",
    again: (seconds: number) => `Again in ${seconds} s`,
    done: "The password is changed: log in with it. Other devices have been logged out.",
  },
} as const;
const words = (): (typeof WORDS)[keyof typeof WORDS] => WORDS[language()];

const both = (zh: string, en: string): string => `<span class="zh">${zh}</span><span class="en">${en}</span>`;
const field = (id: string, label: string, attributes: string, after = ""): string =>
  `<div class="lg-field"><label for="${id}">${label}</label><div class="lg-input"><input id="${id}" ${attributes} aria-required="true" aria-describedby="forgot-alert" />${after}</div></div>`;
const FORM = `
  <h2>${both("找回密码", "Forgot password")}</h2>
  ${field("forgot-mobile", both("账号登记的手机号", "Mobile of the account"), 'type="tel" inputmode="numeric" autocomplete="tel-national"', '<button type="button" class="lg-again lg-send" id="forgot-send"></button>')}
  <p class="lg-done" id="forgot-sent" role="status"></p>
  ${field("forgot-code", both("验证码", "Code"), 'inputmode="numeric" autocomplete="one-time-code" maxlength="6"')}
  ${field("forgot-password", both("新密码（至少 10 位）", "New password (10 characters or more)"), 'type="password" autocomplete="new-password" maxlength="128"')}
  <p class="lg-alert" id="forgot-alert" role="alert"></p>
  <button type="submit" class="lg-go">${both("修改密码", "Change password")}</button>
  <p class="lg-back"><button type="button" class="lg-again" id="forgot-back">${both("返回登录", "Back to login")}</button></p>`;

const place = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new TypeError(`the page has no #${id}`);
  return found;
};
const input = (id: string): HTMLInputElement => place(id) as HTMLInputElement;

/** Says what is wrong and where; what was typed stays. */
function complain(text: string, at?: HTMLInputElement): void {
  for (const one of place("forgot-form").querySelectorAll("input")) one.toggleAttribute("aria-invalid", false);
  at?.setAttribute("aria-invalid", "true");
  at?.focus();
  place("forgot-alert").textContent = text;
}

/** Returns the fault of a field, if any. */
function faultOf(name: "mobile" | "code" | "password", fits: boolean, need: string): string | undefined {
  if (input(`forgot-${name}`).value.trim() === "") return words().required(words()[name]);
  return fits ? undefined : need;
}

/** Shows the form in place of the login form, with the focus in it. */
export function openForgot(): void {
  const login = place("login-form");
  if (document.getElementById("forgot-form")) return;
  const form = document.createElement("form");
  form.id = "forgot-form";
  form.noValidate = true;
  form.innerHTML = FORM;
  login.before(form);
  login.hidden = true;
  place("forgot-send").textContent = words().send;
  place("forgot-send").addEventListener("click", () => void send());
  place("forgot-back").addEventListener("click", () => back());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void change();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") back();
  });
  input("forgot-mobile").focus();
}

function back(username?: string): void {
  place("forgot-form").remove();
  place("login-form").hidden = false;
  if (username === undefined) return input("username").focus();
  input("username").value = username;
  const done = document.createElement("p");
  done.className = "lg-done";
  done.setAttribute("role", "status");
  place("login-alert").before(done);
  done.textContent = words().done;
  input("password").value = "";
  input("password").focus();
}

async function send(): Promise<void> {
  const mobile = input("forgot-mobile");
  const button = place("forgot-send");
  if (button.getAttribute("aria-disabled") === "true") return;
  const fault = faultOf("mobile", readPhone(mobile.value).problem === undefined, words().needMobile);
  if (fault !== undefined) return complain(fault, mobile);
  complain("");
  button.setAttribute("aria-disabled", "true");
  try {
    const { authProvider } = await loadConsole();
    const sent = await authProvider.forgotPassword({ mobile: mobile.value.trim() });
    if (!sent.success) throw sent.error;
    if (!button.isConnected) return;
    place("forgot-sent").textContent = words()[sent.byAdministrator ? "waiting" : "sent"](Number(sent.minutes));
    input("forgot-code").focus();
    countDown(button, Date.now() + Number(sent.wait) * 1_000);
  } catch (error) {
    if (!button.isConnected) return;
    button.removeAttribute("aria-disabled");
    complain(describeFailure(error));
  }
}

function countDown(button: HTMLElement, until: number): void {
  const left = Math.ceil((until - Date.now()) / 1_000);
  button.textContent = left > 0 ? words().again(left) : words().send;
  if (left <= 0) button.removeAttribute("aria-disabled");
  else if (button.isConnected) setTimeout(() => countDown(button, until), 1_000);
}

async function change(): Promise<void> {
  const [mobile, code, password] = [input("forgot-mobile"), input("forgot-code"), input("forgot-password")];
  const button = place("forgot-form").querySelector<HTMLElement>("button[type=submit]");
  if (button?.getAttribute("aria-busy") === "true") return;
  const faults = [
    [mobile, faultOf("mobile", readPhone(mobile.value).problem === undefined, words().needMobile)],
    [code, faultOf("code", CODE.test(code.value.trim()), words().needCode)],
    [password, faultOf("password", password.value.length >= SHORTEST, words().needPassword)],
  ] as const;
  for (const [at, fault] of faults) if (fault !== undefined) return complain(fault, at);
  complain("");
  button?.setAttribute("aria-busy", "true");
  try {
    const { authProvider } = await loadConsole();
    const { success, error, username } = await authProvider.updatePassword({
      mobile: mobile.value.trim(),
      code: code.value.trim(),
      password: password.value,
    });
    if (!success) throw error;
    if (button?.isConnected) back(String(username));
  } catch (error) {
    if (button?.isConnected) complain(describeFailure(error));
  } finally {
    button?.removeAttribute("aria-busy");
  }
}
