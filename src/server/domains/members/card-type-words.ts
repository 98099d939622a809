/** Describes the rules of a card type for single classes of goods and for its week, in words. */
import { sql } from "kysely";
import { readClassPercents, WEEKDAYS } from "../../../contract/members/card-types";
import { span } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import type { Row } from "../../resource/query";

/** "Drinks 90%, rackets 85%", in the order of the classes. */
export const classNote = sql<string>`coalesce((
  select string_agg(c.name || ' ' || split_part(p.text, ':', 2) || '%', ', ' order by c.position, c.id)
  from unnest(t.class_percents) p(text) join product_class c on c.venue_id = t.venue_id and c.id = split_part(p.text, ':', 1)), '')`;

/** Hours of a week, day by day; "" where they are whole. */
export function usableText(row: Row, { language }: Ctx): string {
  const [opens, closes] = [row["usableFrom"] as number[], row["usableTo"] as number[]];
  const whole = opens.every((from, day) => from === 0 && closes[day] === 1_440);
  if (whole) return "";
  return Object.values(WEEKDAYS)
    .flatMap((name, day) => {
      const [from, to] = [opens[day] ?? 0, closes[day] ?? 0];
      return to > from ? [`${name[language]} ${span(from, to)}`] : [];
    })
    .join(language === "zh" ? "、" : ", ");
}

/** Refuses percents of classes that there are not; those there are stay until this ends. */
export async function classesExist(ctx: Ctx, texts: readonly string[]): Promise<void> {
  const ids = readClassPercents(texts).map(({ classId }) => classId);
  if (ids.length === 0) return;
  const there = await ctx.db
    .selectFrom("product_class")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ids)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (there.length === ids.length) return;
  throw refuse(ctx, { zh: "有商品分类已不存在，请去掉它", en: "A class of goods is no longer there: take it out" }, {}, "classPercents");
}
