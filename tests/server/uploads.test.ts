import { readdirSync, utimesSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activities } from "../../src/contract/marketing/activities";
import { callsOf } from "../../src/contract/core/resource/calls";
import { uploads } from "../../src/contract/uploads/uploads";
import { filesDir, openStore } from "../../src/server/files/store";
import { sweepFiles } from "../../src/server/files/sweep";
import { ACTIVITY } from "../support/activity";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const anyone = () => server.with("");
const token = async () => (await anyone().ok(uploads.upToken, { organizationId: "o-1" })).upToken;
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("an uploaded picture", () => {
  it("is served as it came, for good, as nothing but a picture", async () => {
    const { url } = await anyone().ok(uploads.base64, { upToken: await token(), image: `data:image/png;base64,${png.toString("base64")}` });
    expect(url).toMatch(/^\/files\/[0-9a-f]{2}\/[0-9a-f]{38}\.png$/);
    const answer = await fetch(server.origin + url);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  });

  it("is known by its bytes, whatever it is called", async () => {
    const page = Buffer.from("<script>alert(1)</script>").toString("base64");
    expect((await anyone().call(uploads.base64, { upToken: await token(), image: `data:image/png;base64,${page}` })).msg).toBe(
      "只接受图片（PNG、JPEG、WebP、GIF）",
    );
  });

  it("may not unfold to more than can be shown, in any kind", async () => {
    const sized = (ending: "png" | "gif" | "jpg" | "webp", width: number, height: number): Buffer => {
      const b = Buffer.alloc(64);
      if (ending === "png") {
        png.copy(b, 0, 0, 16);
        b.writeUInt32BE(width, 16);
        b.writeUInt32BE(height, 20);
      } else if (ending === "gif") {
        b.write("GIF89a", "latin1");
        b.writeUInt16LE(width, 6);
        b.writeUInt16LE(height, 8);
      } else if (ending === "jpg") {
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8]).copy(b);
        b.writeUInt16BE(height, 13);
        b.writeUInt16BE(width, 15);
      } else {
        b.write("RIFF    WEBPVP8X", "latin1");
        b.writeUIntLE(width - 1, 24, 3);
        b.writeUIntLE(height - 1, 27, 3);
      }
      return b;
    };
    for (const ending of ["png", "gif", "jpg", "webp"] as const)
      for (const [width, height, code] of [
        [6_250, 4_000, 200],
        [6_250, 4_001, 400],
        [8_000, 5_000, 400],
      ] as const) {
        const image = sized(ending, width, height).toString("base64");
        const answer = await anyone().call(uploads.base64, { upToken: await token(), image });
        expect([ending, height, answer.code]).toEqual([ending, height, code]);
      }
  });

  it("may not hide a larger image behind a small screen, and says the limit as people write numbers", async () => {
    /** An animation on a screen of 10 × 10 with a comment and two images. */
    const gif = (width: number, height: number): Buffer => {
      const u16 = (value: number) => [value & 255, value >> 8];
      const image = (w: number, h: number) => [0x2c, 0, 0, 0, 0, ...u16(w), ...u16(h), 0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x44, 1, 0];
      const screen = [...u16(10), ...u16(10), 0x91, 0, 0, ...Array<number>(12).fill(9)];
      return Buffer.from([...Buffer.from("GIF89a"), ...screen, 0x21, 0xfe, 3, 1, 2, 3, 0, ...image(10, 10), ...image(width, height), 0x3b]);
    };
    /** A canvas of 10 × 10 with an image behind it, in a piece of the animation. */
    const webp = (width: number): Buffer => {
      const chunk = (name: string, data: Buffer) => {
        const size = Buffer.alloc(4);
        size.writeUInt32LE(data.length);
        return Buffer.concat([Buffer.from(name), size, data]);
      };
      const [canvas, frame] = [Buffer.alloc(10), Buffer.alloc(16)];
      canvas.writeUIntLE(9, 4, 3);
      canvas.writeUIntLE(9, 7, 3);
      frame.writeUIntLE(width - 1, 6, 3);
      frame.writeUIntLE(width - 1, 9, 3);
      return Buffer.concat([
        Buffer.from("RIFF    WEBP"),
        chunk("VP8X", canvas),
        chunk("ICCP", Buffer.alloc(3)),
        Buffer.alloc(1),
        chunk("ANMF", frame),
      ]);
    };
    const send = async (bytes: Buffer, language = "zh-CN") =>
      anyone().call(
        uploads.base64,
        { upToken: await token(), image: bytes.toString("base64") },
        { headers: { "accept-language": language } },
      );
    expect([(await send(gif(5_000, 5_000))).code, (await send(webp(5_000))).code]).toEqual([200, 200]);
    for (const bytes of [gif(65_535, 65_535), webp(16_384)]) expect((await send(bytes)).code).toBe(400);
    expect((await send(gif(65_535, 65_535))).msg).toContain("上限 25,000,000 像素");
    expect((await send(gif(65_535, 65_535), "en")).msg).toContain("at most 25,000,000 are possible");
  });

  it("is no drawing that could carry a script, and no page under a picture's first bytes", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString("base64");
    expect((await anyone().call(uploads.base64, { upToken: await token(), image: `data:image/svg+xml;base64,${svg}` })).code).toBe(400);
    const both = Buffer.concat([png, Buffer.from("<script>alert(1)</script>")]).toString("base64");
    const { url } = await anyone().ok(uploads.base64, { upToken: await token(), image: both });
    const { headers } = await fetch(server.origin + url);
    expect([headers.get("content-type"), headers.get("x-content-type-options"), headers.get("content-security-policy")]).toEqual([
      "image/png",
      "nosniff",
      "default-src 'none'",
    ]);
  });

  it("may have five megabytes", async () => {
    const big = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]).toString("base64");
    expect((await anyone().call(uploads.base64, { upToken: await token(), image: big })).msg).toBe("文件太大，上限 5 MB");
  });
});

describe("a picture that no row names", () => {
  it("is forgotten a day after its upload, and no other", async () => {
    const send = async () => (await anyone().ok(uploads.base64, { upToken: await token(), image: png.toString("base64") })).url;
    const [own, shared, inText, cropped, replaced, young] = await Promise.all(Array.from({ length: 6 }, send));
    const admin = await server.as("admin");
    const { create, modify } = callsOf(activities);
    const content = `<p>场地</p><img src="${inText}">`;
    const { id } = await admin.ok(create, { ...ACTIVITY, pictures: [`${own}#alt=正门`, replaced ?? ""], content });
    await query(server.url, "UPDATE person SET avatar = $1 WHERE id = 'p-admin'", [shared]);
    await query(server.url, "UPDATE uploaded_file SET at = now() - interval '25 hours' WHERE '/files/' || path <> $1", [young]);
    const root = filesDir(server.dataDir);
    for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) utimesSync(path.join(root, name), 0, 0);
    const there = async () =>
      (await Promise.all([own, shared, inText, cropped, replaced, young].map((url) => fetch(server.origin + url)))).map(({ ok }) => ok);
    await sweepFiles(server.database, openStore(server.dataDir), new Date());
    expect(await there()).toEqual([true, true, true, false, true, true]);
    // The history of the record still shows it.
    await admin.ok(modify, { ...ACTIVITY, id, pictures: [own ?? ""], content });
    expect(await sweepFiles(server.database, openStore(server.dataDir), new Date())).toBe(0);
    expect(await there()).toEqual([true, true, true, false, true, true]);
  });
});

describe("an upload token", () => {
  it("is needed, and must be ours", async () => {
    const image = png.toString("base64");
    const good = await token();
    for (const upToken of ["x", `${good}x`, good.replace(/^./, (c) => (c === "A" ? "B" : "A"))])
      expect(await anyone().call(uploads.base64, { upToken, image })).toMatchObject({
        code: 400,
        msg: "上传凭证无效、已过期或已用过，图片没有上传；请重新选择图片",
      });
  });

  it("stores one picture", async () => {
    const upToken = await token();
    const image = png.toString("base64");
    expect((await anyone().call(uploads.base64, { upToken, image })).code).toBe(200);
    expect((await anyone().call(uploads.base64, { upToken, image })).code).toBe(400);
  });

  it("that was used stores no file", async () => {
    const upToken = await token();
    const image = png.toString("base64");
    await anyone().ok(uploads.base64, { upToken, image });
    const files = () => readdirSync(filesDir(server.dataDir), { recursive: true }).length;
    const before = files();
    for (let n = 0; n < 5; n++) expect((await anyone().call(uploads.base64, { upToken, image })).code).toBe(400);
    expect(files()).toBe(before);
  });

  it("lives five minutes", async () => {
    const upToken = await token();
    server.now = new Date(Date.now() + 5 * 60_000 + 1_000);
    expect((await anyone().call(uploads.base64, { upToken, image: png.toString("base64") })).code).toBe(400);
    server.now = null;
  });
});

describe("an address that stores much", () => {
  it("is stopped by the bytes of its hour, however few its pictures, and stores nothing beyond them", async () => {
    const files = () => readdirSync(filesDir(server.dataDir), { recursive: true }).length;
    const store = async () => (await anyone().call(uploads.base64, { upToken: await token(), image: png.toString("base64") })).code;
    expect(await store()).toBe(200);
    await query(server.url, "UPDATE uploaded_file SET bytes = $1 WHERE id = (SELECT id FROM uploaded_file ORDER BY at DESC LIMIT 1)", [
      200 * 1024 * 1024,
    ]);
    const before = files();
    expect([await store(), files()]).toEqual([429, before]);
    server.now = new Date(Date.now() + 3_600_000 + 60_000);
    expect(await store()).toBe(200);
    server.now = null;
  });
});

it("does not serve what lies outside the folder of files", async () => {
  for (const path of ["/files/../pg/data/PG_VERSION", "/files/..%2f..%2fpackage.json", "/files/%2e%2e/secret"])
    expect((await fetch(server.origin + path)).status).toBeGreaterThanOrEqual(400);
});
