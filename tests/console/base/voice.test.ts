/** Sentences wait for their turn, and none is swallowed: each is somebody's money. */
import { HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session } from "../../../src/contract/session/session";
import { shell } from "../../../src/contract/platform/shell";
import { paymentSentence } from "../../../src/console/voice/sentences";
import { unsaid } from "../../../src/console/voice/unspoken";
import { handle, live, server } from "../server";

const spoken: string[] = [];
const stops: (() => void)[] = [];
let send: (message: object) => void = () => undefined;

/** The browser's speech: says everything unless a test takes its place. */
const says = (utterance: Utterance): void => {
  spoken.push(utterance.text);
  queueMicrotask(() => utterance.dispatchEvent(new Event("end")));
};
let speech = says;
const cancelled = vi.fn<() => void>();

class Utterance extends EventTarget {
  readonly text: string;
  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** An audio of the service: plays to its end unless a test takes its place. */
class Sounding extends EventTarget {
  readonly text = asked.at(-1) ?? "";
  paused = false;
  play(): Promise<void> {
    return play(this);
  }
  pause(): void {
    this.paused = true;
  }
}
const plays = (audio: Sounding): Promise<void> => {
  spoken.push(audio.text);
  queueMicrotask(() => {
    for (const type of ["playing", "ended"]) audio.dispatchEvent(new Event(type));
  });
  return Promise.resolve();
};
let play = plays;
/** Texts that the service was requested to speak. */
const asked: string[] = [];
function serviceSpeaks(): readonly string[] {
  vi.stubGlobal("Audio", Sounding);
  URL.createObjectURL = () => "blob:audio";
  URL.revokeObjectURL = () => undefined;
  handle(shell.voiceToken, () => HttpResponse.json({ access_token: "token", expires_in: 60 }));
  handle(shell.text2audio, ({ tex }) => {
    asked.push(tex);
    return new HttpResponse("mp3", { headers: { "content-type": "audio/mpeg" } });
  });
  return asked;
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
  spoken.length = asked.length = 0;
  play = plays;
  speech = says;
  cancelled.mockClear();
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    speak: (utterance: Utterance) => speech(utterance),
    cancel: cancelled,
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

  it("asks the service by the fields of the specification: its grant, then the sentence in the chosen voice", async () => {
    serviceSpeaks();
    const sent: unknown[] = [];
    handle(shell.voiceToken, (_, { query }) => {
      sent.push(query.get("grant_type"));
      return HttpResponse.json({ access_token: "token", expires_in: 60 });
    });
    handle(shell.text2audio, (input) => {
      const fields = ["tex", "tok", "cuid", "spd", "pit", "vol", "per", "lan", "aue", "ctp"] as const;
      sent.push(Object.fromEntries(fields.map((name) => [name, input[name]])));
      return new HttpResponse("mp3", { headers: { "content-type": "audio/mpeg" } });
    });
    handle(session.savePreference, () => ({}));
    const { speak } = await openTab();
    const { setPreference } = await import("../../../src/console/session/preferences");
    setPreference("voice", "3");
    speak("收款到账，十元");
    await until(() => expect(sent).toHaveLength(2));
    const manner = { spd: "5", pit: "5", vol: "15", lan: "zh", aue: "3", ctp: "1" };
    expect(sent).toEqual([
      "client_credentials",
      { tex: "收款到账，十元", tok: "token", cuid: expect.stringMatching(/^[0-9a-f]{32}$/), per: "3", ...manner },
    ]);
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

/** A page that the browser restored: nothing sounds before somebody touched it. */
describe("the voice of a page that nobody touched yet", () => {
  const refuses = (utterance: Utterance): void => {
    queueMicrotask(() => utterance.dispatchEvent(Object.assign(new Event("error"), { error: "not-allowed" })));
  };
  let refusals = 0;
  beforeEach(() => {
    refusals = 0;
    speech = (utterance) => {
      refusals++;
      refuses(utterance);
    };
  });

  it("says at the first key what it was refused, in order and once", async () => {
    await openTab();
    for (const fen of [1_000, 2_000]) pay(fen);
    await until(() => expect(refusals).toBe(1));
    await until(() => expect(unsaid()).toEqual([1_000, 2_000].map(paymentSentence)));
    speech = says;
    dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    await until(() => expect(spoken).toHaveLength(2));
    dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    pay(3_000);
    await until(() => expect(spoken).toContain(paymentSentence(3_000)));
    expect(spoken).toEqual([1_000, 2_000, 3_000].map(paymentSentence));
    expect(unsaid()).toEqual([]);
  });

  it("leaves it to the next tab", async () => {
    const first = await openTab();
    pay(1_000);
    await until(() => expect(refusals).toBe(1));
    first.close();
    speech = says;
    await openTab();
    await until(() => expect(spoken).toHaveLength(1));
    dispatchEvent(new Event("pointerup"));
    first.speak("试听");
    await until(() => expect(spoken).toContain("试听"));
    expect(spoken).toEqual([paymentSentence(1_000), "试听"]);
  });

  it("is silent in the morning of what was paid last night", async () => {
    await openTab();
    for (const fen of [1_000, 2_000]) pay(fen);
    await until(() => expect(refusals).toBe(1));
    await until(() => expect(unsaid()).toHaveLength(2));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * 3_600_000 });
    try {
      pay(3_000);
      await until(() => expect(unsaid()).toHaveLength(1));
      speech = says;
      dispatchEvent(new Event("pointerup"));
      await until(() => expect(unsaid()).toEqual([]));
      expect(spoken).toEqual([paymentSentence(3_000)]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("plays the service's audio at the first pointer, and does not hold the refusal against the service", async () => {
    const asked = serviceSpeaks();
    play = () => {
      refusals++;
      return Promise.reject(new DOMException("touch the page first", "NotAllowedError"));
    };
    await openTab();
    pay(1_000);
    await until(() => expect(refusals).toBe(2)); // the audio, and the browser's speech after it
    expect(unsaid()).toEqual([paymentSentence(1_000)]);
    play = plays;
    dispatchEvent(new Event("pointerup"));
    pay(2_000);
    await until(() => expect(unsaid()).toEqual([]));
    expect(spoken).toEqual([1_000, 2_000].map(paymentSentence));
    expect(asked).toEqual(spoken);
  });
});

describe("a sentence whose sound does not begin", () => {
  it("is left to the next tab, and stopped here", async () => {
    const asked = serviceSpeaks();
    const tried: Sounding[] = [];
    play = (audio) => {
      tried.push(audio);
      return Promise.resolve();
    };
    const first = await openTab();
    pay(1_000);
    await until(() => expect(tried).toHaveLength(1));
    expect(unsaid()).toEqual([paymentSentence(1_000)]);
    first.close();
    expect(tried[0]?.paused).toBe(true);
    tried[0]?.dispatchEvent(new Event("playing")); // on its way already
    expect(unsaid()).toEqual([paymentSentence(1_000)]);
    play = plays;
    await openTab();
    await until(() => expect(unsaid()).toEqual([]));
    expect(spoken).toEqual([paymentSentence(1_000)]);
    expect(asked).toHaveLength(2);
  });

  it("does not keep the next one waiting for ever, nor sound in its midst", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    try {
      let tries = 0;
      speech = () => void tries++;
      await openTab();
      pay(1_000);
      await until(() => expect(tries).toBe(1));
      speech = says;
      pay(2_000);
      await until(() => expect(spoken).toEqual([paymentSentence(2_000)]));
      expect(cancelled).toHaveBeenCalledOnce();
      expect(unsaid()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
