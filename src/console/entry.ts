/** First script of the page: index.html has decided between login and console before paint; this fetches only what that needs. */

declare global {
  interface Window {
    /** Made by the inline script of index.html. `early`: requests started before the console's code arrived, by URL. */
    __boot: { page: "login" | "console"; early: Record<string, Promise<Response>> };
  }
}

async function start(): Promise<void> {
  if (window.__boot.page === "login") {
    const { startLogin } = await import("./login/login");
    startLogin();
    return;
  }
  document.getElementById("login")?.remove();
  const { startConsole } = await import("./main");
  await startConsole();
}

start().catch((error: unknown) => {
  console.error(error);
  const zh = document.documentElement.lang !== "en";
  const root = document.getElementById("root");
  if (!root || root.childElementCount > 0 || window.__boot.page === "login") return;
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = zh ? "重新打开" : "Open it again";
  root.append(zh ? "页面没有加载完整，什么都没有丢失。" : "The page did not load completely; nothing is lost. ", again);
});
