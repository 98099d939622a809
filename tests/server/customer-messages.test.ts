/** Messages to customers by the SMS gateway: each once, only to who still agrees, with what became of it; what fails is tried again. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { memberMessage } from "../../src/contract/members/member-message";
import { callsOf } from "../../src/contract/core/resource/calls";
import { customerMessages, messageConsents, segments } from "../../src/contract/marketing/segments";
import { allJobs } from "../../src/server/jobs";
import { KEEP } from "../../src/server/retention";
import { openScheduler, type Scheduler } from "../../src/server/scheduler";
import { textGateway } from "../../src/server/sms/gateway";
import { seedBooking, seedMember, TODAY } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

interface Heard {
  readonly id: string;
  readonly mobile: string;
  readonly text: string;
}

let server: TestServer;
let admin: Client;
let gateway: Server;
let heard: (Heard & { authorization: string | undefined })[] = [];
/** Answers of the gateway by mobile; 204 otherwise. */
let answers: Record<string, number> = {};
let schedulers: readonly Scheduler[] = [];
const message = callsOf(customerMessages);
const consent = callsOf(messageConsents);
const phoneOf = (n: number): string => `1390000000${n}`;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const body = JSON.parse(text) as Heard;
      heard.push({ ...body, authorization: request.headers.authorization });
      response.statusCode = answers[body.mobile] ?? 204;
      response.end();
    });
  });
  await new Promise<void>((done) => gateway.listen(0, "127.0.0.1", done));
  server = await testServer();
  server.now = new Date(`${TODAY}T10:00:00+08:00`);
  admin = await server.as("admin");
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), server.now);
  await seedBooking(desk);
  for (const n of [3, 4, 5, 6]) await seedMember(desk, `m-${n}`, { name: `会员 ${n}` });
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await query(server.url, "UPDATE member SET phone = $1 WHERE venue_id = 'v-1' AND id = $2", [phoneOf(n), `m-${n}`]);
    await admin.ok(consent.create, { member: `m-${n}`, givenBy: "desk", givenOn: TODAY });
  }
  const { port } = gateway.address() as AddressInfo;
  const texts = textGateway({ url: `http://127.0.0.1:${port}/sms`, token: "gate-token" });
  const open = (): Scheduler =>
    openScheduler(
      server.database,
      allJobs({ wechat: undefined, alipay: undefined }, KEEP, texts),
      () => server.now ?? new Date(),
      (job, error) => {
        throw new Error(job, { cause: error });
      },
    );
  // Two processes.
  schedulers = [open(), open()];
});
afterAll(async () => {
  await server.close();
  await new Promise((done) => gateway.close(done));
});
beforeEach(() => {
  heard = [];
  answers = {};
});

/** So many minutes later both processes look for what is due. */
async function pass(minutes: number): Promise<void> {
  server.now = new Date((server.now?.getTime() ?? 0) + minutes * 60_000);
  await Promise.all(schedulers.map((scheduler) => scheduler.round()));
}
const write = (n: number) => admin.ok(memberMessage.write, { id: `m-${n}`, text: `给会员 ${n} 的消息` });
const stateOf = async (n: number) => {
  const { content } = await admin.ok(message.list, { q: phoneOf(n) });
  const [row] = content;
  if (!row) throw new Error(`no message to member ${n}`);
  return row;
};

it("sends each message once, also where two processes look at once, and says when", async () => {
  const { id } = await admin.ok(callsOf(segments).create, { name: "全部会员" });
  await admin.ok(callsOf(segments).send, { id, text: "本周末双打半价" });
  await pass(0);
  await pass(1);
  expect(heard.map(({ mobile }) => mobile).toSorted()).toEqual([1, 2, 3, 4, 5, 6].map(phoneOf));
  expect(heard[0]).toMatchObject({ text: "本周末双打半价", authorization: "Bearer gate-token" });
  const { content } = await admin.ok(message.list, { source: "segment" });
  expect(new Set(content.map(({ id: each }) => each))).toEqual(new Set(heard.map(({ id: each }) => each)));
  for (const { state, sentAt, problem, tries } of content) {
    expect([state, problem, tries]).toEqual(["sent", null, 1]);
    expect(sentAt).not.toBeNull();
  }
});

it("looks consent up again before it sends", async () => {
  await write(2);
  const { content } = await admin.ok(consent.list, { member: "m-2" });
  await admin.ok(consent.delete, { id: content[0]?.id ?? "" });
  await pass(1);
  expect(heard).toEqual([]);
  expect(await stateOf(2)).toMatchObject({ state: "dropped", problem: "withdrawn", sentAt: null });
});

it("tries again what the gateway refused, under the same id", async () => {
  answers = { [phoneOf(3)]: 503 };
  await write(3);
  await pass(1);
  expect(await stateOf(3)).toMatchObject({ state: "waiting", problem: "refused", tries: 1 });
  answers = {};
  await pass(2);
  expect(await stateOf(3)).toMatchObject({ state: "sent", problem: null, tries: 2 });
  expect(new Set(heard.map(({ id }) => id)).size).toBe(1);
  expect(heard).toHaveLength(2);
});

it("gives up after five tries, until somebody sends it again", async () => {
  answers = { [phoneOf(4)]: 500 };
  await write(4);
  for (const minutes of [1, 2, 6, 26, 61, 600]) await pass(minutes);
  expect(heard).toHaveLength(5);
  const failed = await stateOf(4);
  expect(failed).toMatchObject({ state: "failed", problem: "refused", tries: 5 });
  answers = {};
  expect(await admin.ok(message.retry, { id: failed.id })).toMatchObject({ state: "waiting", problem: null });
  await pass(1);
  expect(await stateOf(4)).toMatchObject({ state: "sent", tries: 1 });
  expect(heard).toHaveLength(6);
});

it("leaves to people what could not go out within a day, and what they dropped or marked", async () => {
  await write(5);
  await write(6);
  const { id } = await stateOf(6);
  await admin.ok(message.drop, { id });
  await query(server.url, "UPDATE customer_message SET next_at = next_at - interval '25 hours' WHERE state = 'waiting'");
  await pass(1);
  expect(heard).toEqual([]);
  const late = await stateOf(5);
  expect(late).toMatchObject({ state: "waiting", problem: "late" });
  expect(await admin.ok(message.markSent, { id: late.id })).toMatchObject({ state: "sent", problem: null });
  await pass(5);
  expect(heard).toEqual([]);
});

it("is no job of a server without a gateway", () => {
  const names = (texts?: Parameters<typeof allJobs>[2]) =>
    allJobs({ wechat: undefined, alipay: undefined }, KEEP, texts).map(({ name }) => name);
  expect(names()).not.toContain("customerMessages.send");
  expect(names({ send: () => Promise.resolve("sent") })).toContain("customerMessages.send");
});
