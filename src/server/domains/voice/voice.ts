/**
 * The voice service, asked on behalf of the console: the client id and secret stay here. Answers pass
 * through unchanged; the console tells audio from a refusal by the content type.
 */
import type { Parsed } from "../../../contract/core/call";
import type { shell } from "../../../contract/platform/shell";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { FileAnswer } from "../../http/serve";

/** Address of the voice service and our identity there; null: none is configured, and the browser's own voice speaks. */
export interface VoiceService {
  readonly tokenUrl: string;
  readonly audioUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const PATIENCE_MS = 8_000;
/** A spoken sentence is some 20 kB. */
const MOST_BYTES = 2 * 1024 * 1024;

/** @throws AppError `voiceSilent` when there is no service, or it can't be reached */
export const voiceToken =
  (service: VoiceService | null) =>
  async (_ctx: Ctx, input: Parsed<typeof shell.voiceToken>): Promise<FileAnswer> => {
    if (!service) throw new AppError("voiceSilent");
    const form = { grant_type: input.grant_type, client_id: service.clientId, client_secret: service.clientSecret };
    return passed(await postForm(service.tokenUrl, form), "token");
  };

/** @throws AppError `voiceSilent` as above */
export const text2audio =
  (service: VoiceService | null) =>
  async (_ctx: Ctx, input: Parsed<typeof shell.text2audio>): Promise<FileAnswer> => {
    if (!service) throw new AppError("voiceSilent");
    return passed(await postForm(service.audioUrl, input), "voice");
  };

async function postForm(url: string, form: Readonly<Record<string, string | number>>): Promise<Response> {
  const body = new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)]));
  try {
    return await fetch(url, { method: "POST", body, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    throw new AppError("voiceSilent");
  }
}

async function passed(response: Response, fileName: string): Promise<FileAnswer> {
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  const body = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
  if (body.length === 0 || body.length > MOST_BYTES) throw new AppError("voiceSilent");
  return { fileName, type, body };
}
