/** The venue's patterns for numbers that people type. */
import { CHECKED, type Checked, fitsPattern } from "../../contract/core/check-rules";
import { type Ctx, memoizePerService } from "../http/context";
import { refuse } from "../resource/refuse";

const ruleOf = memoizePerService((ctx: Ctx, target: Checked) =>
  ctx.db.selectFrom("check_rule").select("pattern").where("venue_id", "=", ctx.venue.id).where("target", "=", target).executeTakeFirst(),
);

/** Refuses a number that does not follow the venue's pattern for it, at the field of its name. What is empty follows every pattern. */
export async function checkPattern(ctx: Ctx, target: Checked, typed: string): Promise<void> {
  if (typed === "") return;
  const rule = await ruleOf(ctx, target);
  if (rule && !fitsPattern(rule.pattern, typed))
    throw refuse(
      ctx,
      {
        zh: "{what}不符合本馆规则 {pattern}（9 是数字，A 是字母，* 是数字或字母），没有保存",
        en: "Not saved: here it looks like {pattern} ({what}; 9 is a digit, A a letter, * either)",
      },
      { what: CHECKED[target][ctx.language], pattern: rule.pattern },
      target,
    );
}
