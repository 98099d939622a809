/** No gateway: codes wait in the memory of the processes, and nowhere at rest, for an administrator to pass on. */
import type { Sms, SmsMessage } from "./sms";

interface SmsSandbox extends Sms {
  /** Keeps a code that another process sent, as `pass` was given it. */
  readonly hear: (message: string) => void;
}

/** @param pass gives a code to the other processes: the administrator may ask any of them */
export function smsSandbox(pass: (message: SmsMessage) => void = () => undefined): SmsSandbox {
  let stored: readonly SmsMessage[] = [];
  const good = (now: Date): readonly SmsMessage[] => stored.filter(({ expiresAt }) => expiresAt > now);
  const keep = (message: SmsMessage): void => {
    // An earlier code of the person is no longer good.
    stored = [message, ...good(message.at).filter(({ personId }) => personId !== message.personId)];
  };
  return {
    send: (message) => {
      keep(message);
      pass(message);
    },
    hear: (text) => {
      const { at, expiresAt, ...rest } = JSON.parse(text) as Record<keyof SmsMessage, string>;
      const message = { ...rest, at: new Date(at), expiresAt: new Date(expiresAt) };
      if (!stored.some((one) => one.personId === message.personId && one.at >= message.at)) keep(message);
    },
    notify: () => undefined,
    waiting: good,
  };
}
