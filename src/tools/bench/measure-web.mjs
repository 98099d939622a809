#!/usr/bin/env node
// measure-web.mjs — first-load cost of a web console, measured in headless Chromium over CDP.
//
//   node measure-web.mjs <baseUrl> <loginSelector> [options]
//
//   --login-path P     path opened for the login scenario                     (default /login)
//   --list-path P      path opened (cold, signed in) for the list scenario    (no list scenario if absent)
//   --list-selector S  what counts as one rendered row                        (default .ant-table-row)
//   --list-count N     rows that must be visible                              (default 20)
//   --actions A        sign-in steps run once on the login page to obtain the session, `;`-separated:
//                        fill:SEL=TEXT | click:SEL | press:SEL=KEY | wait:SEL | waiturl:REGEXP | sleep:MS | local:KEY=VALUE | session:KEY=VALUE
//                      The list scenario starts from the cookies + local/session storage they leave.
//   --flow S           also time login -> selector S (actions replayed, same page, cache as the login left it)
//   --hooks FILE.mjs   exports prepare(context)  e.g. context.route(...) to mock an API
//   --runs N           (default 5)   --cpu N  CPU slowdown (default 4)   --net none|4g|slow4g (default none)
//   --late MS          after `idle`, wait MS and count what is fetched then (prefetch) as lateRequests/lateJsGz (default 0)
//   --sw               let service workers run (default blocked)
//   --warm             also a second load of the list with the HTTP cache filled
//   --shot DIR         screenshots   --json FILE  full result   --label L   --chrome PATH
//   --playwright DIR   folder from which playwright-core is resolved (default: cwd)
//
// Per scenario: bytes of JS/CSS as raw, gzip -9 and brotli -11 of the bodies themselves (so the server's own
// compression does not matter), requests, FCP, `visible` (selector visible, count reached, next frame),
// `idle` (end of the last long task before 500 ms without one: interactive), TBT (long-task time over 50 ms until then),
// JS heap, DOM nodes, console errors and warnings. Medians; [min-max] kept in the JSON.
import { createRequire } from "node:module";
import { gzipSync, brotliCompressSync, constants as Z } from "node:zlib";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const argv = process.argv.slice(2);
const opt = (n, d) => {
  const i = argv.indexOf("--" + n);
  return i < 0 ? d : argv[i + 1];
};
const has = (n) => argv.includes("--" + n);
const [base, loginSel] = argv;
if (!base || !loginSel || base.startsWith("--")) {
  console.error("usage: measure-web.mjs <baseUrl> <loginSelector> [options] (see the head of this file)");
  process.exit(2);
}
const RUNS = +opt("runs", 5),
  CPU = +opt("cpu", 4),
  NET = opt("net", "none"),
  LABEL = opt("label", base);
const loginPath = opt("login-path", "/login"),
  listPath = opt("list-path"),
  rowSel = opt("list-selector", ".ant-table-row"),
  rowN = +opt("list-count", 20);
const actions = opt("actions", ""),
  flowSel = opt("flow"),
  shotDir = opt("shot");
const require = createRequire(path.join(path.resolve(opt("playwright", process.cwd())), "x.js"));
const { chromium } = require("playwright-core");
const hooks = opt("hooks") ? await import(pathToFileURL(path.resolve(opt("hooks")))) : {};
const NETS = {
  none: null,
  "4g": { latency: 20, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 },
  slow4g: { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 },
};
if (!(NET in NETS)) throw new Error("--net " + NET);
if (shotDir) mkdirSync(shotDir, { recursive: true });

const browser = await chromium.launch({
  executablePath: opt("chrome", "/usr/bin/chromium"),
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

// Runs in the page: resolves once `count` elements of `sel` are visible, then once the main thread is idle.
const WATCH = `(() => { if (window.mw) return; const t0 = () => performance.now();
  const long = []; try { new PerformanceObserver((l) => { for (const e of l.getEntries()) long.push([e.startTime, e.duration]); }).observe({ type: 'longtask', buffered: true }); } catch {}
  const vis = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 && getComputedStyle(e).visibility !== 'hidden'; };
  window.mw = { long, wait: (sel, count, from) => new Promise((done) => {
    const visible = (t) => { const tick = () => { const last = long.reduce((m, [s, d]) => Math.max(m, s + d), 0), now = t0();
      if (now - Math.max(t, last) >= 500 || now - t > 15000) done({ visible: t - from, idle: Math.max(t, last) - from, tbt: long.filter(([s]) => s >= from).reduce((a, [, d]) => a + Math.max(0, d - 50), 0) }); else setTimeout(tick, 50); }; tick(); };
    const poll = () => { let n = 0; for (const e of document.querySelectorAll(sel)) if (vis(e)) n++; if (n >= count) requestAnimationFrame(() => visible(t0())); else requestAnimationFrame(poll); }; poll(); }) }; })();`;

async function newPage(state, session) {
  const ctx = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    storageState: state,
    locale: opt("locale", "zh-CN"),
    serviceWorkers: has("sw") ? "allow" : "block",
  });
  if (hooks.prepare) await hooks.prepare(ctx);
  await ctx.addInitScript(WATCH);
  if (session && Object.keys(session).length)
    await ctx.addInitScript((s) => {
      try {
        if (!sessionStorage.mw) {
          for (const k in s) sessionStorage.setItem(k, s[k]);
          sessionStorage.mw = "1";
        }
      } catch {
        /* about:blank */
      }
    }, session);
  const page = await ctx.newPage(),
    log = [],
    bodies = [];
  page.on("console", (m) => {
    if (["error", "warning"].includes(m.type())) log.push(m.type() + ": " + m.text().slice(0, 300));
  });
  page.on("pageerror", (e) => log.push("pageerror: " + String(e).slice(0, 300)));
  page.on("requestfailed", (r) => {
    const f = r.failure()?.errorText;
    if (f !== "net::ERR_ABORTED") log.push("failed: " + r.url().slice(0, 120) + " " + f);
  });
  page.on("response", (r) => bodies.push(r));
  const cdp = await ctx.newCDPSession(page);
  await cdp.send("Network.enable");
  if (NETS[NET]) await cdp.send("Network.emulateNetworkConditions", { offline: false, ...NETS[NET] });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU });
  return { ctx, page, cdp, log, bodies };
}

const sizeCache = new Map();
async function weigh(responses) {
  const out = { requests: 0, jsFiles: 0, js: 0, jsGz: 0, jsBr: 0, css: 0, cssGz: 0, other: 0, api: 0, top: [] };
  for (const r of responses) {
    const type = r.request().resourceType(),
      url = r.url();
    if (url.startsWith("data:") || url.startsWith("blob:")) continue;
    out.requests++;
    if (type === "xhr" || type === "fetch") {
      out.api++;
      continue;
    }
    let s = sizeCache.get(url);
    if (!s) {
      let b;
      try {
        b = await r.body();
      } catch {
        continue;
      }
      s = { raw: b.length, gz: 0, br: 0, js: type === "script" || /javascript/.test(r.headers()["content-type"] ?? "") };
      s.css = !s.js && (type === "stylesheet" || /text\/css/.test(r.headers()["content-type"] ?? ""));
      if (s.js || s.css) {
        s.gz = gzipSync(b, { level: 9 }).length;
        s.br = brotliCompressSync(b, { params: { [Z.BROTLI_PARAM_QUALITY]: 11, [Z.BROTLI_PARAM_SIZE_HINT]: b.length } }).length;
      }
      sizeCache.set(url, s);
    }
    if (s.js) {
      out.jsFiles++;
      out.js += s.raw;
      out.jsGz += s.gz;
      out.jsBr += s.br;
      out.top.push([path.basename(new URL(url).pathname), s.gz]);
    } else if (s.css) {
      out.css += s.raw;
      out.cssGz += s.gz;
    } else out.other += s.raw;
  }
  out.top.sort((a, b) => b[1] - a[1]);
  out.top.length = Math.min(out.top.length, 8);
  return out;
}

async function act(page, script) {
  for (const a of script
    .split(";")
    .map((s) => s.trim())
    .filter(Boolean)) {
    const [, verb, rest] =
      /^(\w+):([\s\S]*)$/.exec(a) ??
      (() => {
        throw new Error("action " + a);
      })();
    const eq = rest.lastIndexOf("="),
      l = rest.slice(0, eq),
      v = rest.slice(eq + 1),
      o = { timeout: 30000 };
    if (verb === "fill") await page.fill(l, v, o);
    else if (verb === "press") await page.press(l, v, o);
    else if (verb === "click") await page.locator(rest).first().click(o);
    else if (verb === "wait") await page.waitForSelector(rest, o);
    else if (verb === "waiturl") await page.waitForURL(new RegExp(rest), o);
    else if (verb === "sleep") await page.waitForTimeout(+rest);
    else if (verb === "local")
      await page.evaluate(([k, x]) => localStorage.setItem(k, x), [rest.slice(0, rest.indexOf("=")), rest.slice(rest.indexOf("=") + 1)]);
    else if (verb === "session")
      await page.evaluate(([k, x]) => sessionStorage.setItem(k, x), [rest.slice(0, rest.indexOf("=")), rest.slice(rest.indexOf("=") + 1)]);
    else throw new Error("verb " + verb);
  }
}

async function vitals(page, cdp) {
  const fcp = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null);
  const m = Object.fromEntries(
    (await cdp.send("Performance.enable").then(() => cdp.send("Performance.getMetrics"))).metrics.map((x) => [x.name, x.value]),
  );
  return { fcp, heapMB: m.JSHeapUsedSize / 1e6, nodes: await page.evaluate(() => document.getElementsByTagName("*").length) };
}

const med = (xs) => {
  const s = xs.filter((x) => x != null).sort((a, b) => a - b);
  return s.length ? s[s.length >> 1] : null;
};
function fold(rs) {
  const o = { runs: rs.length };
  for (const k of ["fcp", "visible", "idle", "tbt", "heapMB", "nodes"]) {
    const v = rs.map((r) => r[k]).filter((x) => x != null);
    if (v.length) {
      o[k] = Math.round(med(v) * 10) / 10;
      o[k + "Range"] = [Math.round(Math.min(...v)), Math.round(Math.max(...v))];
    }
  }
  return { ...o, ...rs[0].weight, log: [...new Set(rs.flatMap((r) => r.log))] };
}

async function load(name, url, sel, count, state, session, after) {
  const p = await newPage(state, session);
  try {
    await p.page.goto(url, { waitUntil: "commit" });
    const t = await withTimeout(
      p.page.evaluate(([s, n]) => window.mw.wait(s, n, 0), [sel, count]),
      60000,
      name + ": " + sel,
    );
    const n = p.bodies.length; // what it took to get there; anything later (prefetch) is counted apart
    const r = { ...t, ...(await vitals(p.page, p.cdp)), weight: await weigh(p.bodies.slice(0, n)), log: p.log };
    await p.page.waitForTimeout(LATE);
    const late = await weigh(p.bodies.slice(n));
    r.weight.lateRequests = late.requests;
    r.weight.lateJsGz = late.jsGz;
    if (after) await after(p, r);
    return r;
  } catch (e) {
    if (shotDir) await p.page.screenshot({ path: path.join(shotDir, name + "-FAILED.png") }).catch(() => {});
    e.message += " | log: " + p.log.slice(0, 5).join(" ## ");
    throw e;
  } finally {
    await p.ctx.close();
  }
}
const withTimeout = (pr, ms, what) =>
  Promise.race([pr, new Promise((_, no) => setTimeout(() => no(new Error("time-out: " + what)), ms).unref())]);

const result = { label: LABEL, base, cpu: CPU, net: NET, date: new Date().toISOString(), scenarios: {} };
const LATE = +opt("late", 0);
const U = (p) => new URL(p, base).href;
try {
  // 1. login page, cold; 2. flow login -> first page
  const logins = [],
    flows = [];
  let state, session;
  for (let i = 0; i < RUNS; i++) {
    logins.push(
      await load("login", U(loginPath), loginSel, 1, undefined, undefined, async (p) => {
        if (shotDir && i === 0) await p.page.screenshot({ path: path.join(shotDir, "login.png") });
        if (!actions || (!flowSel && state)) return;
        const before = p.bodies.length,
          long0 = p.log.length;
        if (flowSel) {
          const steps = actions.split(";"),
            lastClick = steps.findLastIndex((s) => /^\s*(click|press):/.test(s));
          await act(p.page, steps.slice(0, lastClick).join(";"));
          const from = await p.page.evaluate(() => performance.now());
          await act(p.page, steps[lastClick]);
          const t = await withTimeout(
            p.page.evaluate(([s, f]) => window.mw.wait(s, 1, f), [flowSel, from]),
            60000,
            "flow " + flowSel,
          );
          await p.page.waitForLoadState("networkidle", { timeout: 4000 }).catch(() => {});
          flows.push({
            ...t,
            ...(await vitals(p.page, p.cdp)),
            fcp: null,
            weight: await weigh(p.bodies.slice(before)),
            log: p.log.slice(long0),
          });
          if (shotDir && i === 0) await p.page.screenshot({ path: path.join(shotDir, "flow.png") });
          await act(p.page, steps.slice(lastClick + 1).join(";"));
        } else await act(p.page, actions);
        if (!state) {
          await p.page.waitForTimeout(300);
          state = await p.ctx.storageState();
          session = await p.page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)));
        }
      }),
    );
  }
  result.scenarios.login = fold(logins);
  if (flows.length) result.scenarios.flow = fold(flows);
  // 3. list page, cold, signed in (deep link); 4. warm
  if (listPath) {
    const lists = [],
      warms = [];
    for (let i = 0; i < RUNS; i++)
      lists.push(
        await load("list", U(listPath), rowSel, rowN, state, session, async (p) => {
          if (shotDir && i === 0) await p.page.screenshot({ path: path.join(shotDir, "list.png") });
          if (!has("warm")) return;
          await p.page.goto("about:blank");
          const before = p.bodies.length;
          await p.page.goto(U(listPath), { waitUntil: "commit" });
          const t = await withTimeout(
            p.page.evaluate(([s, n]) => window.mw.wait(s, n, 0), [rowSel, rowN]),
            60000,
            "warm",
          );
          warms.push({ ...t, ...(await vitals(p.page, p.cdp)), weight: await weigh(p.bodies.slice(before)), log: [] });
        }),
      );
    result.scenarios.list = fold(lists);
    if (warms.length) result.scenarios.listWarm = fold(warms);
  }
} finally {
  await browser.close();
}

const kb = (n = 0) => (n / 1000).toFixed(1);
console.log(`\n${LABEL}  (cpu ${CPU}x, net ${NET}, median of ${RUNS})`);
console.log(
  "| scenario | req | JS files | JS raw kB | JS gz kB | JS br kB | CSS gz kB | later JS gz kB | FCP ms | visible ms | idle ms | TBT ms | heap MB | nodes |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
);
for (const [n, s] of Object.entries(result.scenarios))
  console.log(
    `| ${n} | ${s.requests} | ${s.jsFiles} | ${kb(s.js)} | ${kb(s.jsGz)} | ${kb(s.jsBr)} | ${kb(s.cssGz)} | ${kb(s.lateJsGz)} | ${s.fcp ?? "-"} | ${s.visible} [${s.visibleRange}] | ${s.idle} | ${s.tbt} | ${s.heapMB} | ${s.nodes} |`,
  );
const msgs = [...new Set(Object.values(result.scenarios).flatMap((s) => s.log))];
if (msgs.length) console.log("console:\n  " + msgs.slice(0, 12).join("\n  "));
else console.log("console: clean");
if (opt("json")) writeFileSync(opt("json"), JSON.stringify(result, null, 1));
