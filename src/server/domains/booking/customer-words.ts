/** Formats instants and terms for customers' booking pages. */
import { clock, wall } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { policyOf } from "../../kernel/policy";

/**
 * The venue's rule of cancelling, in a sentence.
 * @param latePercent minimum fee of an order that was moved shortly before play; 0 for others
 */
export async function termsOf(ctx: Ctx, programId: string, latePercent = 0): Promise<string> {
  const { freeCancelHours, lateCancelPercent } = await policyOf(ctx, programId);
  const percent = String(lateCancelPercent);
  const isFreeUntilPlay = lateCancelPercent === 0 || freeCancelHours === 0;
  if (latePercent > 0) {
    const rises = !isFreeUntilPlay && lateCancelPercent > latePercent;
    const late =
      ctx.language === "zh" ? `，开场前 ${freeCancelHours} 小时内收 ${percent}%` : ` (${percent}% within ${freeCancelHours} hours of play)`;
    return ctx.language === "zh"
      ? `这笔预订在临近开场时改过时间，取消收 ${latePercent}% 手续费${rises ? late : ""}。`
      : `This booking was moved shortly before play, so cancelling it costs ${latePercent}%${rises ? late : ""}.`;
  }
  if (isFreeUntilPlay) return ctx.language === "zh" ? "开场前可免费取消。" : "You can cancel free of charge until play begins.";
  return ctx.language === "zh"
    ? `开场前 ${freeCancelHours} 小时以上取消全额退；之后取消收 ${percent}% 手续费。`
    : `You get a full refund if you cancel at least ${freeCancelHours} hours before play; after that a fee of ${percent}% is kept.`;
}

/** Formats an instant by the venue's clock. */
export const timeIn = (ctx: Ctx, at: Date): string => {
  const { day, minute } = wall(at, ctx.venue.zone);
  return `${day.slice(5)} ${clock(minute)}`;
};
