/** Codes and messages by an SMS gateway: one POST of JSON each, which a few lines turn into whatever the vendor wants. */
import type { Sms, SmsText, Texts } from "./sms";

/** Address of the gateway, and the bearer token that it requires. */
export interface SmsGateway {
  readonly url: string;
  readonly token: string | null;
}

const PATIENCE_MS = 8_000;

/**
 * Posts `{mobile, code, minutes}` to the gateway; any status of 200–299 is sent.
 * @param onFault hears why a code was not sent; never the code
 */
export const smsGateway = (gateway: SmsGateway, onFault: (error: unknown) => void): Sms => ({
  send: ({ mobile, code, at, expiresAt }) =>
    void post(gateway, { mobile, code, minutes: Math.round((expiresAt.getTime() - at.getTime()) / 60_000) })
      .then((status) => {
        if (!isSent(status)) throw new Error(`the SMS gateway answered ${status}`);
      })
      .catch(onFault),
  notify: (text) =>
    void post(gateway, text)
      .then((status) => {
        if (!isSent(status)) throw new Error(`the SMS gateway answered ${status}`);
      })
      .catch(onFault),
  waiting: null,
});

/** Posts `{id, mobile, text}` to the gateway: the id is the same however often a message is tried, so that it can leave out what it has sent. */
export const textGateway = (gateway: SmsGateway): Texts => ({
  send: async ({ id, mobile, text }: SmsText) => {
    try {
      return isSent(await post(gateway, { id, mobile, text })) ? "sent" : "refused";
    } catch {
      return "unreachable";
    }
  },
});

const isSent = (status: number): boolean => status >= 200 && status < 300;

/** @returns the status of the answer */
async function post({ url, token }: SmsGateway, body: object): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.body?.cancel();
  return response.status;
}
