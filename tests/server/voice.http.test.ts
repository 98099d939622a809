/** The voice service behind the venue API: the secret stays on the server, answers pass through, a missing service is a clear refusal. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../support/server";

const SPOKEN = { tex: "收款到账，一千元零五分", cuid: "till", per: "3" };
let service: Server;
let asked: { path: string; form: URLSearchParams }[] = [];
let server: TestServer;
let without: TestServer;
let token: string;

/** Speaks the vendor's wire: a token for the right client, audio for the right token, JSON for every mistake. */
function vendor(): Promise<Server> {
  const running = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const form = new URLSearchParams(body);
      asked.push({ path: request.url ?? "", form });
      const json = (value: object): void => void response.setHeader("content-type", "application/json").end(JSON.stringify(value));
      if (request.url === "/token") return json({ access_token: "vendor-token", expires_in: 2_592_000 });
      if (form.get("tok") !== "vendor-token") return json({ err_no: 502, err_msg: "invalid token" });
      response.setHeader("content-type", "audio/mp3").end(Buffer.from("ID3 audio"));
      return undefined;
    });
  });
  return new Promise((resolve) => running.listen(0, "127.0.0.1", () => resolve(running)));
}

beforeAll(async () => {
  service = await vendor();
  const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await testServer({
    env: {
      VOICE_CLIENT_ID: "client-7",
      VOICE_CLIENT_SECRET: "secret-of-the-house",
      VOICE_TOKEN_URL: `${at}/token`,
      VOICE_AUDIO_URL: `${at}/text2audio`,
    },
  });
  without = await testServer({ url: server.url });
  token = (await server.as("admin")).token;
});
afterAll(async () => {
  await without.close();
  await server.close();
  service.close();
});

const who = (): Record<string, string> => ({ access_token: token, sourceId: "v-1", siteType: "Venue" });
const tokenFrom = (at: TestServer): Promise<Response> => fetch(`${at.origin}/oauth/2.0/token?${new URLSearchParams(who()).toString()}`);
const speak = (at: TestServer, tok: string): Promise<Response> =>
  fetch(`${at.origin}/text2audio`, { method: "POST", body: new URLSearchParams({ ...who(), ...SPOKEN, tok }) });

describe("a configured voice service", () => {
  it("is called with the client's id and secret, which the answer does not repeat", async () => {
    asked = [];
    const answer = await tokenFrom(server);
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ access_token: "vendor-token", expires_in: 2_592_000 });
    expect(text).not.toContain("secret-of-the-house");
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      grant_type: "client_credentials",
      client_id: "client-7",
      client_secret: "secret-of-the-house",
    });
  });
  it("speaks with the specified speed, pitch, volume and format, and gets nothing of our session", async () => {
    asked = [];
    const answer = await speak(server, "vendor-token");
    expect(answer.headers.get("content-type")).toBe("audio/mp3");
    expect(await answer.text()).toBe("ID3 audio");
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      ...SPOKEN,
      tok: "vendor-token",
      spd: "5",
      pit: "5",
      vol: "15",
      lan: "zh",
      aue: "3",
      ctp: "1",
    });
  });
  it("passes a refusal on with its content type, so that the console can tell it from audio", async () => {
    const answer = await speak(server, "stale");
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(await answer.json()).toEqual({ err_no: 502, err_msg: "invalid token" });
  });
  it("refuses a voice that does not exist", async () => {
    const answer = await fetch(`${server.origin}/text2audio`, {
      method: "POST",
      body: new URLSearchParams({ ...who(), ...SPOKEN, tok: "t", per: "2" }),
    });
    expect(await answer.json()).toMatchObject({ code: 400 });
  });
});

describe("where no voice service is configured", () => {
  it("both calls say so in words", async () => {
    for (const answer of [await tokenFrom(without), await speak(without, "t")])
      expect(await answer.json()).toMatchObject({ code: 409, msg: expect.stringContaining("浏览器自带语音") });
  });
});
