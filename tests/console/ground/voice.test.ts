/** Sentences wait for their turn, and none is swallowed: each is somebody's money. */
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shell } from "../../../src/contract/shell";
import { paymentSentence } from "../../../src/console/voice/sentences";
import { unsaid } from "../../../src/console/voice/unsaid";
import { handle, live, server } from "../server";

const spoken: string[] = [];
const stops: (() => void)[] = [];
let send: (message: object) => void = () => undefined;

class Utterance extends EventTarget {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

const refused = (): Response => HttpResponse.json({ code: 500, msg: "not configured", data: {} });

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000 });

/** A tab of the venue that hears the line and announces; its voice can be tested. */
async function openTab() {
  vi.resetModules(); // tabs share the browser's storage, and no memory
  const [{ announce }, { connectLive, disconnectLive, liveState }, { setSession }, { speak }] = await Promise.all([
    import("../../../src/console/live/announce"),
    import("../../../src/console/live/socket"),
    import("../../../src/console/session/store"),
    import("../../../src/console/voice/speak"),
  ]);
  setSession({ venueId: "v1" });
  const silence = announce(() => undefined);
  const close = (): void => {
    silence();
    disconnectLive();
  };
  stops.push(close);
  connectLive();
  await until(() => expect(liveState()).toBe("live"));
  return { close, speak };
}
/** @param fen also its id */
const pay = (fen: number): void => send({ id: fen, type: "payment", orderId: `o${fen}`, amount: (fen / 100).toFixed(2) });

beforeEach(() => {
  spoken.length = 0;
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    speak: (utterance: Utterance) => {
      spoken.push(utterance.text);
      queueMicrotask(() => utterance.dispatchEvent(new Event("end")));
    },
  });
  server.use(
    live.addEventListener("connection", ({ client }) => {
      send = (message) => client.send(JSON.stringify(message));
    }),
  );
  handle(shell.voiceToken, refused);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

describe("the voice", () => {
  it("leaves a sentence that the service prepares and nobody heard to the tab that announces next", async () => {
    let asked = 0;
    let answer: (response: Response) => void = () => undefined;
    handle(shell.voiceToken, () => {
      asked++;
      return new Promise<Response>((resolve) => {
        answer = resolve;
      });
    });
    const first = await openTab();
    pay(1_000);
    await until(() => expect(asked).toBe(1));
    first.close();
    expect(unsaid()).toEqual([paymentSentence(1_000)]);
    // Only the first tab's call waits: the next one's own is refused at once.
    handle(shell.voiceToken, refused);
    await openTab();
    await until(() => expect(spoken).toHaveLength(1));
    answer(refused());
    first.speak("试听"); // waits its turn behind the sentence that was left
    await until(() => expect(spoken).toContain("试听"));
    expect(spoken).toEqual([paymentSentence(1_000), "试听"]);
    expect(unsaid()).toEqual([]);
  });

  it("says every payment of a long catch-up once, in order", async () => {
    await openTab();
    const fens = Array.from({ length: 80 }, (_, i) => 1_001 + i);
    for (const fen of fens) pay(fen);
    await until(() => expect(spoken).toHaveLength(fens.length));
    expect(spoken).toEqual(fens.map(paymentSentence));
  });

  it("lets the next tab say what waited for minutes", async () => {
    localStorage.setItem("voice.unsaid", JSON.stringify([{ at: Date.now() - 5 * 60_000, sentence: paymentSentence(1_000) }]));
    await openTab();
    await until(() => expect(spoken).toEqual([paymentSentence(1_000)]));
  });
});
