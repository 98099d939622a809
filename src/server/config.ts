/** Configuration from the environment, read once, checked before anything starts. */
import path from "node:path";
import { z } from "zod";
import type { VoiceService } from "./domains/voice/voice";
import type { Bucket } from "./files/bucket";
import { KEEP, type Keep } from "./retention";
import { paymentSettings, type PaymentSettings, paymentVariables } from "./payment/settings";
import { packageRoot } from "./root";
import type { SmsGateway } from "./sms/gateway";

const OnOff = z.enum(["on", "off"]);
const Origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
const Origins = z
  .string()
  .transform((raw) => raw.split(",").flatMap((part) => part.trim() || []))
  .pipe(z.array(Origin));

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().min(1).default("localhost"),
  DATABASE_URL: z.string().startsWith("postgres").optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(16),
  DATA_DIR: z.string().min(1).default(".data"),
  FILES_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  FILES_KEY_ID: z.string().min(1).optional(),
  FILES_SECRET: z.string().min(1).optional(),
  FILES_REGION: z.string().min(1).default("us-east-1"),
  KEEP_AUDIT_MONTHS: z.coerce.number().int().min(36).max(1_200).default(KEEP.auditMonths),
  KEEP_EVENT_DAYS: z.coerce.number().int().min(1).max(366).default(KEEP.eventDays),
  KEEP_KEY_HOURS: z.coerce.number().int().min(24).max(744).default(KEEP.keyHours),
  DEMO: OnOff.default("on"),
  DEMO_DATE: z.iso.date().optional(),
  CONSOLE_API: Origin.default(""),
  CONSOLE_API_TEST: Origin.default(""),
  ALLOWED_ORIGINS: Origins.default([]),
  CDN_ORIGINS: Origins.default([]),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  TRUST_PROXY: OnOff.default("off"),
  API_DOCS: OnOff.default("on"),
  SESSION_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  LEAVE_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  METRICS_TOKEN: z.string().min(8).optional(),
  VOICE_CLIENT_ID: z.string().min(1).optional(),
  VOICE_CLIENT_SECRET: z.string().min(1).optional(),
  VOICE_TOKEN_URL: z.url({ protocol: /^https?$/ }).default("https://aip.baidubce.com/oauth/2.0/token"),
  VOICE_AUDIO_URL: z.url({ protocol: /^https?$/ }).default("https://tsn.baidu.com/text2audio"),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  INVOICE_SANDBOX: OnOff.optional(),
  ...paymentVariables,
  MINI_PROGRAM_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATE_LIMIT: z.coerce.number().int().min(0).default(6_000),
});

/** The names of all settings. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

/** Configuration of the server. */
export interface Config {
  readonly port: number;
  /** Address to listen on: this machine only, unless HOST says more. */
  readonly host: string;
  /** PostgreSQL to use; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Connections of this process to the database. */
  readonly databasePool: number;
  readonly dataDir: string;
  /** Storage of uploaded pictures; null: below `dataDir`. */
  readonly bucket: Bucket | null;
  /** Retention periods of rows that nobody needs permanently. */
  readonly keep: Keep;
  readonly demo: boolean;
  /** The day that the demo data takes for today, and the server's clock with it. */
  readonly demoDate: string | null;
  /** API host of the console that this server serves; "": this server. `test`: on test hosts. */
  readonly consoleApi: { readonly host: string; readonly test: string };
  /** Origins beside our own that may call with credentials. */
  readonly allowedOrigins: readonly string[];
  /** Origins from which pages may show pictures and media. */
  readonly cdnOrigins: readonly string[];
  readonly logLevel: string;
  /** There is one proxy in front: take address and protocol of the client from its X-Forwarded-*. */
  readonly trustProxy: boolean;
  /** `/docs` and the OpenAPI document are served. */
  readonly apiDocs: boolean;
  /** Hours after its sign-in at which a session ends, however busy it is. */
  readonly sessionHours: number;
  /** Seconds between the signal to stop and the end of serving, in which `/readyz` tells a proxy to send nothing more. */
  readonly leaveSeconds: number;
  /** With it `/metrics` also answers to others than this machine. */
  readonly metricsToken: string | null;
  /** Requests a minute that one address may make; public calls get a twentieth. 0: no limit. This machine is never limited. */
  readonly rateLimit: number;
  /** The voice service; null unless both its client id and its secret are given. */
  readonly voice: VoiceService | null;
  /** The SMS gateway; null: the administrator passes codes on. */
  readonly sms: SmsGateway | null;
  /** Invoices are made up; else people issue them on the tax platform. */
  readonly invoiceSandbox: boolean;
  readonly payment: PaymentSettings;
  /** Target of QR codes for customers: the address that opens the mini-program; null: the public pages, under the host of the request. */
  readonly miniProgramUrl: string | null;
}

/** Configuration that cannot be used; the message is for the operator. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the configuration.
 * @throws ConfigError that names each variable that is wrong, and what is wrong with it
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const read = Environment.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`The configuration cannot be used:\n${lines.join("\n")}`);
  }
  const value = read.data;
  return {
    payment: paymentOf(value),
    invoiceSandbox: (value.INVOICE_SANDBOX ?? value.DEMO) === "on",
    sms: value.SMS_URL === undefined ? null : { url: value.SMS_URL, token: value.SMS_TOKEN ?? null },
    miniProgramUrl: value.MINI_PROGRAM_URL ?? null,
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL ?? null,
    databasePool: value.DATABASE_POOL,
    dataDir: path.resolve(packageRoot, value.DATA_DIR),
    bucket: bucketOf(value),
    keep: { auditMonths: value.KEEP_AUDIT_MONTHS, eventDays: value.KEEP_EVENT_DAYS, keyHours: value.KEEP_KEY_HOURS },
    demo: value.DEMO === "on",
    demoDate: value.DEMO_DATE ?? null,
    consoleApi: { host: value.CONSOLE_API, test: value.CONSOLE_API_TEST },
    allowedOrigins: value.ALLOWED_ORIGINS,
    cdnOrigins: value.CDN_ORIGINS,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY === "on",
    apiDocs: value.API_DOCS === "on",
    sessionHours: value.SESSION_HOURS,
    leaveSeconds: value.LEAVE_SECONDS,
    metricsToken: value.METRICS_TOKEN ?? null,
    rateLimit: value.RATE_LIMIT,
    voice:
      value.VOICE_CLIENT_ID === undefined || value.VOICE_CLIENT_SECRET === undefined
        ? null
        : {
            tokenUrl: value.VOICE_TOKEN_URL,
            audioUrl: value.VOICE_AUDIO_URL,
            clientId: value.VOICE_CLIENT_ID,
            clientSecret: value.VOICE_CLIENT_SECRET,
          },
  };
}

function paymentOf(value: z.output<typeof Environment>): PaymentSettings {
  try {
    return paymentSettings(value, value.DEMO === "on");
  } catch (error) {
    throw new ConfigError(`The configuration cannot be used:\n  ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws ConfigError half a bucket */
function bucketOf({
  FILES_URL: url,
  FILES_KEY_ID: keyId,
  FILES_SECRET: secret,
  FILES_REGION: region,
}: z.output<typeof Environment>): Bucket | null {
  if (url === undefined && keyId === undefined && secret === undefined) return null;
  if (url === undefined || keyId === undefined || secret === undefined)
    throw new ConfigError("The configuration cannot be used:\n  FILES_URL, FILES_KEY_ID, FILES_SECRET: a bucket needs all three");
  return { url, keyId, secret, region };
}
