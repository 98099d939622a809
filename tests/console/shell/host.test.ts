/** Address of the API: configuration of the running console. */
import { afterEach, describe, expect, it } from "vitest";
import { apiAddress, apiHost, isTestHost, socketAddress } from "../../../src/console/api/host";

const configure = (content: string, test = ""): void => {
  document.head.innerHTML = `<meta name="api-host" content="${content}" data-test="${test}" />`;
};
afterEach(() => void (document.head.innerHTML = ""));

describe("the API's host", () => {
  it("is the page's own where nothing is said", () => {
    expect([apiHost("desk.example.com"), apiAddress("/files/a.png")]).toEqual(["", "/files/a.png"]);
    expect(socketAddress("/api/manage/venue/ws?a=1")).toBe(`${location.origin.replace("http", "ws")}/api/manage/venue/ws?a=1`);
  });
  it("is what the page names, for calls, files and the websocket; whole addresses stay", () => {
    configure("https://api.example.com/");
    expect(apiAddress("/files/a.png")).toBe("https://api.example.com/files/a.png");
    expect(socketAddress("/api/manage/venue/ws")).toBe("wss://api.example.com/api/manage/venue/ws");
    for (const whole of ["https://cdn.example.com/a.png", "data:image/png;base64,AA", "blob:x"]) expect(apiAddress(whole)).toBe(whole);
  });
  it("is the test API on test hosts", () => {
    configure("https://api.example.com", "https://api.test.example.com");
    expect(["desk.example.com", "test.example.com", "desk-test.example.com", "localhost"].map(apiHost)).toEqual([
      "https://api.example.com",
      ...Array.from({ length: 3 }, () => "https://api.test.example.com"),
    ]);
    expect([isTestHost("contest.example.com"), isTestHost("127.0.0.1")]).toEqual([false, true]);
  });
});
