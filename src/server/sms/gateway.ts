/** Codes by an SMS gateway: one POST of JSON, which a few lines turn into whatever the vendor wants. */
import type { Sms, SmsMessage } from "./sms";

/** Where the gateway is, and the bearer token that it asks for. */
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
  send: (message) => void post(gateway, message).catch(onFault),
  waiting: null,
});

async function post({ url, token }: SmsGateway, { mobile, code, at, expiresAt }: SmsMessage): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ mobile, code, minutes: Math.round((expiresAt.getTime() - at.getTime()) / 60_000) }),
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
}
