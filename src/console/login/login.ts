/** The login page's behaviour, over the form in index.html: no framework, so that it is there with the first bytes. */
import { AnswerCode } from "../../contract/core/answer-code";
import { ApiError } from "../api/error";
import { comeReady, enterConsole, loadConsole } from "./enter";
import { describeFailure } from "./failure";
import { runQr } from "./qr";
import { language, words, type Language } from "./words";

const REMEMBERED = "remembered_username";
/** Key of the message that a failed boot or QR login leaves for this page to show once. */
const MESSAGE = "login_message";
const YEAR_SECONDS = 31_536_000;
const QR_DELAY_MS = 700;

const input = (id: string): HTMLInputElement => {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement)) throw new TypeError(`index.html has no input #${id}`);
  return found;
};

function setLanguage(next: Language): void {
  document.documentElement.lang = next === "zh" ? "zh-CN" : "en";
  document.title = words().title;
  for (const button of document.querySelectorAll<HTMLElement>("[data-lang]"))
    button.setAttribute("aria-pressed", String(button.dataset["lang"] === next));
}

/** Says what is wrong and where; what was typed stays. */
function complain(text: string, at?: HTMLInputElement): void {
  for (const field of [input("username"), input("password")]) field.toggleAttribute("aria-invalid", false);
  at?.setAttribute("aria-invalid", "true");
  at?.focus();
  const alert = document.getElementById("login-alert");
  if (alert) alert.textContent = text;
}

/** Logs in with what was typed, and enters the console. @param more what a further step adds */
async function logIn(more: Readonly<Record<string, string>> = {}): Promise<void> {
  const name = input("username").value.trim();
  const { authProvider } = await loadConsole();
  const result = await authProvider.login({ username: name, password: input("password").value, ...more });
  if (!result.success) throw result.error;
  if (input("remember").checked) localStorage.setItem(REMEMBERED, name);
  else localStorage.removeItem(REMEMBERED);
  const codes = result["recoveryCodes"];
  if (Array.isArray(codes)) await (await loadStep()).showRecoveryCodes(codes.map(String));
  await enterConsole(result.redirectTo ?? "/sites");
}

/** Most logins have one step: the others are fetched when the server asks for one. */
const loadStep = (): Promise<typeof import("./step")> => import("./step");

async function submit(button: HTMLButtonElement): Promise<void> {
  const [username, password] = [input("username"), input("password")];
  const name = username.value.trim();
  if (!name) return complain(words().needUsername, username);
  if (!password.value) return complain(words().needPassword, password);
  complain("");
  button.setAttribute("aria-busy", "true");
  try {
    await logIn();
  } catch (error) {
    if (error instanceof ApiError && error.code === AnswerCode.stepNeeded)
      return await loadStep().then(
        ({ openStep }) => openStep(error, {}, logIn),
        () => complain(words().offline),
      );
    // Wrong credentials name no field: the password only gets the focus.
    complain(describeFailure(error));
    if (error instanceof ApiError) password.focus();
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/** Brings the form to life: called once, when index.html decided that this is the login page. */
export function startLogin(): void {
  setLanguage(language());
  const username = input("username");
  const password = input("password");
  const form = document.getElementById("login-form");
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered && !username.value) username.value = remembered;
  const message = sessionStorage.getItem(MESSAGE);
  if (message) complain(message);
  sessionStorage.removeItem(MESSAGE);
  if (matchMedia("(pointer:fine)").matches && document.activeElement === document.body) (remembered ? password : username).focus();

  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button && !button.hasAttribute("aria-busy")) void submit(button);
  });
  // The person is at the form: the console's code comes while they type. Not earlier, or it would compete with the form itself.
  for (const sign of ["focusin", "input", "pointerdown"]) form?.addEventListener(sign, comeReady, { once: true });

  const eye = document.getElementById("show-password");
  eye?.addEventListener("click", () => {
    const isReadable = password.type === "text";
    password.type = isReadable ? "password" : "text";
    eye.setAttribute("aria-pressed", String(!isReadable));
  });
  // Few people forget their password: whoever does not loads nothing for it.
  document.getElementById("forgot")?.addEventListener("click", () => {
    import("./forgot").then(
      ({ openForgot }) => openForgot(),
      () => complain(words().offline),
    );
  });
  for (const button of document.querySelectorAll<HTMLElement>("[data-lang]"))
    button.addEventListener("click", () => {
      const next: Language = button.dataset["lang"] === "en" ? "en" : "zh";
      document.cookie = `language=${next}; path=/; max-age=${YEAR_SECONDS}; SameSite=Lax`;
      setLanguage(next);
      complain("");
    });

  // The code for phones needs the HTTP client: it comes once the form has been there for a moment and the machine is idle.
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));
  setTimeout(() => idle(() => void runQr(), { timeout: 3_000 }), QR_DELAY_MS);
}
