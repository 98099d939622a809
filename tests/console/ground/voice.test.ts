/** Sentences wait for their turn, and none is swallowed: each is somebody's money. */
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shell } from "../../../src/contract/shell";
import { announce } from "../../../src/console/live/announce";
import { connectLive, disconnectLive, liveState } from "../../../src/console/live/socket";
import { setSession } from "../../../src/console/session/store";
import { paymentSentence } from "../../../src/console/voice/sentences";
import { unsaid } from "../../../src/console/voice/unsaid";
import { handle, live, server } from "../server";

const spoken: string[] = [];
let stop: () => void = () => undefined;
let send: (message: object) => void = () => undefined;

class Utterance extends EventTarget {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** A tab of the venue that hears the line and announces. */
async function openTab(): Promise<void> {
  stop = announce(() => undefined);
  connectLive();
  await vi.waitFor(() => expect(liveState()).toBe("live"));
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
  setSession({ venueId: "v1" });
});
afterEach(() => {
  stop();
  disconnectLive();
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
    await openTab();
    pay(1_000);
    await vi.waitFor(() => expect(asked).toBe(1));
    stop();
    expect(unsaid()).toEqual([paymentSentence(1_000)]);
    await openTab();
    answer(HttpResponse.json({ code: 500, msg: "not configured", data: {} }));
    await vi.waitFor(() => expect(unsaid()).toEqual([]));
    expect(spoken).toEqual([paymentSentence(1_000)]);
  });

  it("says every payment of a long catch-up once, in order", async () => {
    await openTab();
    const fens = Array.from({ length: 80 }, (_, i) => 1_001 + i);
    for (const fen of fens) pay(fen);
    await vi.waitFor(() => expect(spoken).toHaveLength(fens.length));
    expect(spoken).toEqual(fens.map(paymentSentence));
  });

  it("lets the next tab say what waited for minutes", async () => {
    stop = announce(() => undefined);
    localStorage.setItem("voice.unsaid", JSON.stringify([{ at: Date.now() - 5 * 60_000, sentence: paymentSentence(1_000) }]));
    await vi.waitFor(() => expect(spoken).toEqual([paymentSentence(1_000)]));
  });
});
