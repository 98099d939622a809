/**
 * A further step of the login: an own password in place of a first one, the code of the authenticator app, or setting that app up. It replaces the
 * login form, without a framework like it, and is loaded when the server asks for it. The login comes again with what the step adds: until then no
 * session is open.
 */
import { AnswerCode } from "../../contract/core/answer-code";
import { ApiError } from "../api/error";
import { describeFailure } from "./failure";
import { language, words } from "./words";

const SHORTEST = 10;

const WORDS = {
  zh: {
    password: "设置自己的密码",
    passwordHint: "现在的密码是管理员设置的。请换成只有你知道的密码，设置后直接登录。",
    fresh: `新密码（至少 ${SHORTEST} 位）`,
    again: "再输入一次",
    short: `新密码至少 ${SHORTEST} 位`,
    differs: "两次输入不一致",
    code: "两步验证",
    codeHint: "打开身份验证器，输入它为本系统显示的 6 位验证码。打不开时，输入一个恢复码。",
    codeField: "验证码或恢复码",
    enrolment: "设置两步验证",
    enrolmentHint:
      "你的角色登录时需要两步验证。用身份验证器（如微信小程序“腾讯身份验证器”、Google Authenticator）扫码，再输入它显示的 6 位验证码。",
    secret: "不能扫码时，手工输入密钥：",
    firstCode: "6 位验证码",
    needCode: "请输入验证码",
    go: "登录",
    back: "返回",
    codes: "保存恢复码",
    codesHint: "身份验证器丢失时，每个恢复码可代替验证码登录一次。请抄下或打印，放在安全的地方：它们只显示这一次。",
    saved: "已保存，进入系统",
  },
  en: {
    password: "Choose your own password",
    passwordHint: "An administrator chose the current one. Replace it with one that only you know; you are logged in with it right away.",
    fresh: `New password (${SHORTEST} characters or more)`,
    again: "Once more",
    short: `The new password needs at least ${SHORTEST} characters`,
    differs: "The two are not the same",
    code: "Second step",
    codeHint:
      "Open the authenticator app on your phone and enter the 6-digit code it shows for this console. Without your phone, enter a recovery code.",
    codeField: "Code or recovery code",
    enrolment: "Set up the second step",
    enrolmentHint:
      "Your role logs in with a second step. Scan this with an authenticator app (Google Authenticator, for example), then enter the 6-digit code it shows.",
    secret: "If you can’t scan it, type this key:",
    firstCode: "6-digit code",
    needCode: "Enter the code",
    go: "Log in",
    back: "Back",
    codes: "Save your recovery codes",
    codesHint:
      "If you lose your phone, each of these logs you in once in place of a code. Write them down or print them: they are shown only now.",
    saved: "I have saved them: continue",
  },
} as const;

/** Data that a step adds to the login. */
export type More = Readonly<Record<string, string>>;
type LogIn = (more: More) => Promise<void>;
type Step = "password" | "code" | "enrolment";

/** True for the refusal that asks for a further step. */
export const asksStep = (error: unknown): error is ApiError => error instanceof ApiError && error.code === AnswerCode.stepNeeded;

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  set: Partial<HTMLElementTagNameMap[K]> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), set);
  made.append(...inside);
  return made;
}

/** Replaces whatever form there is; the login form stays hidden, with what was typed. */
function place(form: HTMLElement): void {
  const login = document.getElementById("login-form");
  document.getElementById("step-form")?.remove();
  form.id = "step-form";
  login?.before(form);
  if (login) login.hidden = true;
}

function backToLogin(): void {
  document.getElementById("step-form")?.remove();
  const login = document.getElementById("login-form");
  if (login) login.hidden = false;
  document.getElementById("password")?.focus();
}

const stepOf = ({ data }: ApiError): Step => {
  const step = typeof data === "object" && data !== null && "step" in data ? data.step : undefined;
  return step === "password" || step === "enrolment" ? step : "code";
};
const textOf = (data: unknown, name: string): string => String(Object.entries(data ?? {}).find(([key]) => key === name)?.[1] ?? "");

function makeInput(id: string, set: Partial<HTMLInputElement>): HTMLInputElement {
  const input = element("input", { id, required: true, autocapitalize: "none", spellcheck: false, ...set });
  input.setAttribute("aria-describedby", "step-alert");
  return input;
}
const labelled = (input: HTMLInputElement, label: string): HTMLElement =>
  element(
    "div",
    { className: "lg-field" },
    element("label", { htmlFor: input.id }, label),
    element("div", { className: "lg-input" }, input),
  );

/**
 * Shows the step that the server asks for, in place of the login form.
 * @param collected what earlier steps added
 * @param logIn sends the login again; rejects as the login does
 */
export function openStep(asked: ApiError, collected: More, logIn: LogIn): void {
  const t = WORDS[language()];
  const step = stepOf(asked);
  const secret = { type: "password", autocomplete: "new-password", maxLength: 128 } as const;
  const digits = { inputMode: step === "enrolment" ? "numeric" : "text", autocomplete: "one-time-code", maxLength: 40 } as const;
  const inputs =
    step === "password" ? [makeInput("step-fresh", secret), makeInput("step-again", secret)] : [makeInput("step-code", digits)];
  const labels = step === "password" ? [t.fresh, t.again] : [step === "code" ? t.codeField : t.firstCode];
  const [first, second] = inputs;
  const alert = element("p", { className: "lg-alert", id: "step-alert", role: "alert" });
  const button = element("button", { type: "submit", className: "lg-go" }, t.go);
  const form = element(
    "form",
    { noValidate: true },
    element("h2", {}, t[step]),
    element("p", { className: "lg-hint" }, t[`${step}Hint`]),
    ...(step === "enrolment" ? secretOf(asked.data) : []),
    ...inputs.map((input, i) => labelled(input, labels[i] ?? "")),
    alert,
    button,
    element("p", { className: "lg-back" }, element("button", { type: "button", className: "lg-again", onclick: backToLogin }, t.back)),
  );

  const complain = (text: string, at = first): void => {
    for (const input of inputs) input.toggleAttribute("aria-invalid", false);
    at?.setAttribute("aria-invalid", "true");
    at?.focus();
    alert.textContent = text;
  };
  const more = (): More => (step === "password" ? { newPassword: first?.value ?? "" } : { code: first?.value.trim() ?? "" });
  const send = async (): Promise<void> => {
    if (step !== "password" && !first?.value.trim()) return complain(t.needCode);
    if (step === "password" && (first?.value.length ?? 0) < SHORTEST) return complain(t.short);
    if (step === "password" && first?.value !== second?.value) return complain(t.differs, second);
    alert.textContent = "";
    button.setAttribute("aria-busy", "true");
    const all = { ...collected, ...more() };
    try {
      await logIn(all);
    } catch (error) {
      if (asksStep(error)) return openStep(error, all, logIn);
      const [wrong] = error instanceof ApiError ? Object.values(error.errors) : [];
      complain(wrong || describeFailure(error));
      first?.select();
    } finally {
      button.removeAttribute("aria-busy");
    }
    return undefined;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!button.hasAttribute("aria-busy")) void send();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") backToLogin();
  });
  place(form);
  first?.focus();
}

/** The secret for the app: a picture to scan, and its text to type. */
function secretOf(data: unknown): HTMLElement[] {
  const image = element("img", { className: "lg-scan", alt: words().qr, width: 180, height: 180 });
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(textOf(data, "svg"))}`;
  const groups = (textOf(data, "secret").match(/.{1,4}/g) ?? []).join(" ");
  return [image, element("p", { className: "lg-hint" }, WORDS[language()].secret, element("br"), element("code", {}, groups))];
}

/** Shows recovery codes, which come once. Resolves when the person has saved them. */
export async function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  const t = WORDS[language()];
  const go = element("button", { type: "submit", className: "lg-go" }, t.saved);
  const form = element(
    "form",
    {},
    element("h2", {}, t.codes),
    element("p", { className: "lg-hint" }, t.codesHint),
    element("ul", { className: "lg-codes" }, ...codes.map((code) => element("li", {}, element("code", {}, code)))),
    go,
  );
  place(form);
  go.focus();
  await new Promise<void>((done) =>
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      done();
    }),
  );
}
