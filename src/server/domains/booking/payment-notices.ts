/** Notifications of payments by WeChat Pay and Alipay: they count by their signature only, and replayed ones change nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Database, PLATFORM } from "../../db/client";
import { systemRequest } from "../../http/perform";
import { type Channels, isChannel } from "../../payment/channel";
import { enterNotice } from "./pay-online";

const NOTICE_LIMIT = 16 * 1_024;
const TYPES = ["text/xml", "application/xml", "text/plain", "application/x-www-form-urlencoded"];

/** Path to which a provider reports payments of a venue. */
export const noticePath = (venueId: string, channel: string): string => `/api/open/payments/${encodeURIComponent(venueId)}/${channel}`;

interface Options {
  readonly database: Database;
  readonly now: () => Date;
  readonly channels: Channels;
}

/** Registers the address of the notifications. */
export async function registerPaymentNotices(app: FastifyInstance, options: Options): Promise<void> {
  await app.register(async (notices) => {
    notices.removeAllContentTypeParsers();
    notices.addContentTypeParser(TYPES, { parseAs: "string", bodyLimit: NOTICE_LIMIT }, (_request, body, done) => done(null, body));
    notices.post("/api/open/payments/:venueId/:channel", (request, reply) => answer(options, request, reply));
  });
}

async function answer({ database, now, channels }: Options, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { venueId = "", channel = "" } = request.params as Readonly<Record<string, string>>;
  const adapter = isChannel(channel) ? channels[channel] : undefined;
  const body = typeof request.body === "string" ? request.body : "";
  const notice = adapter?.online?.readNotice(body) ?? null;
  reply.type("text/plain; charset=utf-8");
  if (!notice || !adapter?.online || !isChannel(channel)) return reply.code(400).send("not signed");
  const venue = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", venueId).executeTakeFirst();
  if (!venue) return reply.code(404).send("no such venue");
  const work = { database, now, request: systemRequest(venue, "payment.notice", now()) };
  const isEntered = await enterNotice(work, channels, channel, notice);
  if (isEntered) return reply.send(adapter.online.received);
  request.log.error({ payment: notice.outTradeNo, ref: notice.ref }, "payment notice fits no payment");
  return reply.code(409).send("no such payment");
}
