/** Repeats a published draw from its recorded seed, for its public page. */
import { groupLetter } from "../../../contract/competitions/rounds";
import { publicEntry } from "../../../contract/core/public-names";
import { formatInstant } from "../../../contract/core/time";
import { drawEvent } from "../../../engine/draw";
import { slotText } from "../../../engine/slots";
import type { GameHead } from "../../../public-site/competitions";
import type { RepeatView } from "../../../public-site/draw-repeat";
import type { Ctx } from "../../http/context";
import { drawView } from "./draw-view";
import { fromWords, roundsIn } from "./load";
import { formatOf, settingsOf } from "./settings";

/** Names of people are masked here even where the hall shows them: signing up agreed to the hall, not to the internet. */
export const maskedEntry = (name: string, kind: string | null): string => publicEntry(name, { privacy: true, kind });

export const groupTitle = (ctx: Ctx, number: number): string =>
  ctx.language === "zh" ? `${groupLetter(number)} 组` : `Group ${groupLetter(number)}`;

/** Draws the event again from the recorded seed and entries, and compares it with the current draw. */
export async function repeatOf(ctx: Ctx, head: GameHead, eventId: string, kind: string): Promise<RepeatView | null> {
  const [view, settings] = await Promise.all([drawView(ctx, { eventId }), settingsOf(ctx, eventId)]);
  if (!view.draw?.published) return null;
  const { seed, at, entrants } = view.draw;
  const isRepeatable = view.draw.isRepeatable;
  const teams = await ctx.db
    .selectFrom("game_team")
    .select(["id", "name"])
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .execute();
  const nameById = new Map(teams.map(({ id, name }) => [id, maskedEntry(name, kind)]));
  const bye = ctx.language === "zh" ? "轮空" : "Bye";
  const rounds = roundsIn(view.stages.flatMap((stage) => stage.matches));
  const lineText = (text: string): string =>
    text.startsWith("entry:") ? (nameById.get(text.slice("entry:".length)) ?? "") : text === "bye:" ? bye : fromWords(ctx, text, rounds);
  const drawn = isRepeatable ? drawEvent(entrants, formatOf(settings), { separate: settings.separate_clubs }, seed) : { stages: [] };
  const groups: RepeatView["groups"][number][] = [];
  let isSame = true;
  const add = (title: string, present: readonly string[], repeated: readonly string[]): void => {
    if (present.length === 0) return;
    if (present.join("\n") !== repeated.join("\n")) isSame = false;
    groups.push({
      title,
      lines: present.map((line, i) => ({
        drawn: lineText(line),
        repeated: lineText(repeated[i] ?? "bye:"),
        isChanged: line !== repeated[i],
      })),
    });
  };
  for (const [i, stage] of view.stages.entries()) {
    const again = drawn.stages[i];
    for (const [j, group] of stage.groups.entries())
      add(
        groupTitle(ctx, group.number),
        group.teams.map((team) => `entry:${team.id ?? ""}`),
        (again?.groups[j] ?? []).map((team) => `entry:${team}`),
      );
    const present = await racecardLines(ctx, eventId, i);
    add(ctx.language === "zh" ? "签位" : "Lines", present, (again?.lines ?? []).map(slotText));
  }
  return {
    game: head,
    eventId,
    title: view.event,
    seed,
    at: formatInstant(new Date(at), ctx.venue.zone),
    isRepeatable,
    isSame,
    changes: view.changes.map(({ first, second }) => `${maskedEntry(first.name, kind)} ↔ ${maskedEntry(second.name, kind)}`),
    groups,
  };
}

/** Lines of a stage's bracket as stored. */
async function racecardLines(ctx: Ctx, eventId: string, stage: number): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom("racecard")
    .select("lines")
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .orderBy("sequence")
    .execute();
  return rows[stage]?.lines ?? [];
}
