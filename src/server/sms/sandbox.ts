/** No gateway: codes wait in the memory of this process, and nowhere at rest, for an administrator to pass on. */
import type { Sms, SmsMessage } from "./sms";

export function smsSandbox(): Sms {
  let kept: readonly SmsMessage[] = [];
  const good = (now: Date): readonly SmsMessage[] => kept.filter(({ expiresAt }) => expiresAt > now);
  return {
    send: (message) => {
      // An earlier code of the person is no longer good.
      kept = [message, ...good(message.at).filter(({ personId }) => personId !== message.personId)];
    },
    waiting: good,
  };
}
