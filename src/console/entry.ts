/**
 * First script of the page: index.html has decided between login and console before paint. What brings the form to life is part of it; the
 * form itself is in the page's HTML and is painted first.
 */
import { HttpError } from "./api/error";
import { startLogin } from "./login/login";
import { words } from "./login/words";
import { nextPaint } from "./next-paint";

const isLogin = document.documentElement.dataset["page"] === "login";

async function start(): Promise<void> {
  if (isLogin) {
    await nextPaint();
    startLogin();
    return;
  }
  document.getElementById("login")?.remove();
  const { startConsole } = await import("./main");
  await startConsole();
}

start().catch((error: unknown) => {
  console.error(error);
  const root = document.getElementById("root");
  if (isLogin || !root || root.childElementCount > 0) return;
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = words().openAgain;
  root.classList.add("not-loaded");
  root.append(error instanceof HttpError ? words().busy : words().notLoaded, " ", again);
});
