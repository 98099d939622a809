/** Members: a page of the list, each kind of search, and an import of an old base from a file. */
import { randomUUID } from "node:crypto";
import type { Call, Envelope, Input, Output } from "../../contract/core/call";
import { memberImports } from "../../contract/members/member-import";
import { members } from "../../contract/members/members";
import { IMPORT_ROWS, type ImportJob } from "../../contract/core/resource/importing";
import { VENUE } from "./data";
import type { Figure } from "./figures";
import { percentile, run, saysOf } from "./load";
import type { Stage } from "./parts";

/** Texts that a desk types, different each time, matching the names of the filled members. */
const ASKED: Readonly<Record<string, (i: number) => string>> = {
  "a page of the list": () => "",
  "search by name": (i) =>
    `${"王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"[i % 20]}${"伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平"[(i * 7) % 20]}`,
  "search by whole phone": (i) => String(13_000_000_000 + (1 + i * 37) * 7),
  "search by the end of a phone": (i) => String(1_000 + ((i * 7919) % 9_000)),
  "search by pinyin": (i) => `wang${(i * 31) % 997}`,
  "search by initials": (i) => `w${(i * 13) % 97}`,
};
const BAR_MS = 50;
const GOAL_MS = 20;
const SECONDS = 5;

/** p95 of each, one after the other, as a desk asks. */
export async function measureMembers(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, text] of Object.entries(ASKED)) {
    let i = 0;
    const target = () => {
      const q = text(i++);
      const query = new URLSearchParams({ page: String(q === "" ? i % 40 : 0), size: "20", ...(q === "" ? {} : { q }) });
      return { url: `${stage.server.origin}${members.list.path}?${query}`, headers: { access_token: stage.token, sourceId: VENUE } };
    };
    await run(target, { connections: 1, seconds: 1 });
    const load = await run(target, { connections: 1, seconds: SECONDS });
    const p95 = percentile(load.times, 0.95);
    figures.push({
      what: `members, ${what}, over ${stage.rows.toLocaleString("en-US")}, p95`,
      value: `${p95.toFixed(1)} ms`,
      bar: `< ${BAR_MS} ms`,
      goal: `< ${GOAL_MS} ms`,
      met: load.failed > 0 ? "no" : p95 < GOAL_MS ? "goal" : p95 < BAR_MS ? "bar" : "no",
      note: `${load.count} one after the other, p50 ${percentile(load.times, 0.5).toFixed(1)} ms; ${load.failed} failed ${saysOf(load)}`,
    });
  }
  return figures;
}

const IMPORTED = 20_000;
const line = (i: number) => ({
  row: i + 2,
  cells: {
    phone: String(19_900_000_000 + i),
    name: `${"王李张刘陈杨赵黄周吴"[i % 10]}${"伟芳娜敏静丽强磊军洋"[(i >> 3) % 10]}${i}`,
    cardNo: `OLD-${i}`,
    cardType: `等级 ${1 + (i % 5)}`,
    gender: i % 2 === 0 ? "男" : "女",
    birthday: "1990-01-05",
    expiresOn: "2030-12-31",
    principal: `${i % 900}.50`,
    gift: `${i % 40}`,
    tags: "老会员",
  },
});

/** From the first row that is sent to the last that is added: every row is checked, then added with its balances. */
export async function measureImport(stage: Stage): Promise<Figure[]> {
  const call = async <C extends Call>(of: C, input: Input<C>): Promise<Output<C>> => {
    const answer = await fetch(stage.server.origin + of.path, {
      method: "POST",
      headers: { access_token: stage.token, sourceId: VENUE, "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify(input),
    });
    const { code, msg, data } = (await answer.json()) as Envelope<Output<C>>;
    if (code !== 200) throw new Error(msg);
    return data;
  };
  const started = performance.now();
  let job: ImportJob | undefined;
  for (let at = 0; at < IMPORTED; at += IMPORT_ROWS) {
    const rows = Array.from({ length: Math.min(IMPORT_ROWS, IMPORTED - at) }, (_, i) => line(at + i));
    ({ job } = await call(memberImports.import, { ...(job ? { id: job.id } : {}), file: "old.xlsx", total: IMPORTED, rows }));
  }
  if (!job) throw new Error("nothing was sent");
  const checked = performance.now();
  do ({ job } = await call(memberImports.importRun, { id: job.id }));
  while (job.state === "running");
  const ended = performance.now();
  const seconds = (ended - started) / 1000;
  return [
    {
      what: `import of ${IMPORTED.toLocaleString("en-US")} members with balances`,
      value: `${seconds.toFixed(1)} s`,
      bar: "< 60 s",
      goal: "< 30 s",
      met: job.added < IMPORTED || seconds >= 60 ? "no" : seconds < 30 ? "goal" : "bar",
      note: `dry run ${((checked - started) / 1000).toFixed(1)} s, adding ${((ended - checked) / 1000).toFixed(1)} s; ${job.added} added, ${job.bad} left out`,
    },
  ];
}
