/** Days that customers may book online. */
import { addDays } from "../../contract/core/time";
import { type Ctx, today } from "../http/context";
import { refuse } from "../resource/refuse";

/** Rejects a day further ahead than customers may book online. @throws AppError `refused` */
export function rejectTooFarAhead(ctx: Ctx, day: string): void {
  const days = ctx.venue.online_days_ahead;
  if (day > addDays(today(ctx), days))
    throw refuse(
      ctx,
      {
        zh: "网上最多提前 {days} 天订场，没有下单；更远的日期请联系前台",
        en: "You can book online at most {days} days ahead. Nothing was booked; please ask the desk for later days",
      },
      { days },
    );
}
