/**
 * First script of the page: index.html has decided between login and console before paint. What brings the form to life is part of it; the
 * form itself stands in the page and is painted first.
 */
import { startLogin } from "./login/login";
import { painted } from "./painted";

const isLogin = document.documentElement.dataset["page"] === "login";

async function start(): Promise<void> {
  if (isLogin) {
    await painted();
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
  const zh = document.documentElement.lang !== "en";
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = zh ? "重新打开" : "Open it again";
  root.classList.add("not-loaded");
  root.append(zh ? "页面没有加载完整，什么都没有丢失。" : "The page did not load completely; nothing is lost. ", again);
});
