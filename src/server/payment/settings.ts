/** Operator's settings of payment channels, and the channels built from them. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { type AlipayConfig, alipayChannel, privateKeyOf, publicKeyOf } from "./alipay";
import type { Channels } from "./channel";
import { sandboxChannel } from "./sandbox";
import { wechatChannel, type WechatConfig } from "./wechat";

/** The variables. Keys of Alipay are PEM or bare base64; certificates are files. */
export const paymentVariables = {
  PAYMENT_SANDBOX: z.enum(["on", "off"]).optional(),
  WECHAT_PAY_APP_ID: z.string().optional(),
  WECHAT_PAY_MCH_ID: z.string().optional(),
  WECHAT_PAY_SUB_MCH_ID: z.string().optional(),
  WECHAT_PAY_KEY: z.string().length(32).optional(),
  WECHAT_PAY_CERT_FILE: z.string().optional(),
  WECHAT_PAY_CERT_KEY_FILE: z.string().optional(),
  WECHAT_PAY_URL: z.url({ protocol: /^https?$/ }).default("https://api.mch.weixin.qq.com"),
  ALIPAY_APP_ID: z.string().optional(),
  ALIPAY_PRIVATE_KEY: z.string().optional(),
  ALIPAY_PUBLIC_KEY: z.string().optional(),
  ALIPAY_URL: z.url({ protocol: /^https?$/ }).default("https://openapi.alipay.com/gateway.do"),
} as const;
type Variables = z.output<z.ZodObject<typeof paymentVariables>>;

/** Channels as configured. */
export interface PaymentSettings {
  /** Charges are made up: no channel is set up and this is a demo, or the operator says so. */
  readonly sandbox: boolean;
  readonly wechat: WechatConfig | null;
  readonly alipay: AlipayConfig | null;
}

/**
 * Reads the variables.
 * @throws Error that says what is missing or wrong: half a channel is none, and must not become a sandbox in silence
 */
export function paymentSettings(env: Variables, demo: boolean): PaymentSettings {
  const wechat = wechatOf(env);
  const alipay = alipayOf(env);
  const real = wechat !== null || alipay !== null;
  if (real && env.PAYMENT_SANDBOX === "on") throw new Error("PAYMENT_SANDBOX: a sandbox beside real channels would take no money");
  return { sandbox: env.PAYMENT_SANDBOX === undefined ? demo && !real : env.PAYMENT_SANDBOX === "on", wechat, alipay };
}

function wechatOf(env: Variables): WechatConfig | null {
  const { WECHAT_PAY_APP_ID: appId, WECHAT_PAY_MCH_ID: mchId, WECHAT_PAY_KEY: key } = env;
  const { WECHAT_PAY_CERT_FILE: cert, WECHAT_PAY_CERT_KEY_FILE: certKey } = env;
  if (appId === undefined && mchId === undefined && key === undefined) return null;
  if (appId === undefined || mchId === undefined || key === undefined)
    throw new Error("WECHAT_PAY_APP_ID, WECHAT_PAY_MCH_ID and WECHAT_PAY_KEY belong together");
  if ((cert === undefined) !== (certKey === undefined))
    throw new Error("WECHAT_PAY_CERT_FILE and WECHAT_PAY_CERT_KEY_FILE belong together");
  const identity = cert === undefined || certKey === undefined ? null : { cert: file(cert), key: file(certKey) };
  return { appId, mchId, subMchId: env.WECHAT_PAY_SUB_MCH_ID ?? null, key, identity, url: env.WECHAT_PAY_URL };
}

function alipayOf(env: Variables): AlipayConfig | null {
  const { ALIPAY_APP_ID: appId, ALIPAY_PRIVATE_KEY: privateKey, ALIPAY_PUBLIC_KEY: publicKey } = env;
  if (appId === undefined && privateKey === undefined && publicKey === undefined) return null;
  if (appId === undefined || privateKey === undefined || publicKey === undefined)
    throw new Error("ALIPAY_APP_ID, ALIPAY_PRIVATE_KEY and ALIPAY_PUBLIC_KEY belong together");
  check("ALIPAY_PRIVATE_KEY", () => privateKeyOf(privateKey));
  check("ALIPAY_PUBLIC_KEY", () => publicKeyOf(publicKey));
  return { appId, privateKey, publicKey, url: env.ALIPAY_URL };
}

/** Never says what the key was. */
function check(name: string, read: () => unknown): void {
  try {
    read();
  } catch {
    throw new Error(`${name} is not a key`);
  }
}

const file = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new Error(`${path} cannot be read`);
  }
};

/** The channels; the sandbox for both, or what is configured. */
export function openChannels(settings: PaymentSettings, now: () => Date): Channels {
  if (settings.sandbox) return { wechat: sandboxChannel(now), alipay: sandboxChannel(now) };
  return {
    wechat: settings.wechat ? wechatChannel(settings.wechat) : undefined,
    alipay: settings.alipay ? alipayChannel(settings.alipay, now) : undefined,
  };
}
