/** Page of a match for its players, opened by the match's code and the PIN of a side. */
import { isPlayable, type Match } from "../../../contract/competitions/match";
import type { SetScore } from "../../../engine/scoring";
import { type PlayerStep, playerPage } from "../../../public-site/player-score";
import { type CustomerAnswer, type CustomerPage, describeRefusal, type Visit } from "../../http/customer-pages";
import { AppError } from "../../http/error";
import { confirmResult, disputeResult, enterResult, openSide, playersMatch, sideOf } from "./player-score";
import { countPinTry } from "./pins";

/** A phone keeps its match for a day of play. */
const ACCESS_MS = 16 * 60 * 60_000;

/** Reads the sets of a form, home first, without empty rows at the end. Returns a text if something is missing. */
function readSets(form: (name: string) => string, most: number): readonly SetScore[] | undefined {
  const typed = Array.from({ length: most }, (_, i) =>
    (["h", "a"] as const).map((side) =>
      form(`${side}${i + 1}`)
        .normalize("NFKC")
        .trim(),
    ),
  );
  const last = typed.findLastIndex((set) => set.some((value) => value !== ""));
  const sets = typed.slice(0, last + 1);
  if (sets.length === 0 || !sets.every((set) => set.every((value) => /^\d{1,3}$/.test(value)))) return undefined;
  return sets.map(([home, away]): SetScore => [Number(home), Number(away)]);
}

const stateOf = (match: Match, claimSide: string | undefined, side: string, isDisputed: boolean): PlayerStep["at"] =>
  !isPlayable(match) ? "over" : isDisputed ? "disputed" : claimSide === undefined ? "enter" : claimSide === side ? "waits" : "decide";

async function serve(visit: Visit): Promise<CustomerAnswer> {
  const { site, form } = visit;
  const id = visit.id("match");
  const found = await visit.read((ctx) => playersMatch(ctx, id));
  if (!found?.match.playersScore) throw new AppError("missing");
  const { match, rules, claim } = found;
  const venue = { id: visit.venue.id, name: visit.venue.name, logo: visit.venue.logo };
  const token = visit.cookie("player");
  const access = await visit.read((ctx) => sideOf(ctx, id, token));
  const most = rules.timed ? match.periods + 2 : rules.bestOf;
  const show = (error?: string): string =>
    playerPage(site, {
      venue,
      match,
      most,
      side: access?.side ?? null,
      at: access ? stateOf(match, claim?.side, access.side, claim?.is_disputed ?? false) : isPlayable(match) ? "pin" : "over",
      sets: claim?.sets ?? [],
      entries: claim?.entries ?? 0,
      typed: form ? (name) => form(name) : undefined,
      error,
    });
  if (!form) return { html: show() };
  const own = { to: `${site.path}?lang=${site.language}` };
  const act = form("act");
  try {
    if (act === "open") {
      const addressKey = await countPinTry(visit.platform, `players ${visit.venue.id} match ${id}`, visit.address, visit.now);
      const pin = form("pin").normalize("NFKC").replaceAll(/\D/g, "");
      const opened = await visit.change("players.open", (ctx) => openSide(ctx, id, pin));
      if (opened === undefined) {
        const text = { zh: "PIN 不对，或该场已结束；请问记录台", en: "The PIN is wrong, or its match is over. Ask the desk" };
        return { html: show(text[site.language]), status: 422 };
      }
      await visit.platform.deleteFrom("guess").where("key", "=", addressKey).execute();
      visit.setCookie("player", opened, ACCESS_MS);
      return own;
    }
    if (!access) return own;
    if (act === "enter") {
      const sets = readSets(form, most);
      if (!sets) {
        const text = {
          zh: "每一局双方的分数都要填，只填数字；没有保存",
          en: "Enter the points of both sides in every set, digits only; nothing was saved",
        };
        return { html: show(text[site.language]), status: 422 };
      }
      await visit.change("players.enter", (ctx) => enterResult(ctx, id, token, sets));
    } else if (act === "confirm") await visit.change("players.confirm", (ctx) => confirmResult(ctx, id, token, Number(form("entries"))));
    else if (act === "dispute") await visit.change("players.dispute", (ctx) => disputeResult(ctx, id, token, Number(form("entries"))));
    return own;
  } catch (error) {
    if (!(error instanceof AppError) || error.key === "busy") throw error;
    return { html: show(describeRefusal(error, site.language)), status: error.key === "slowDown" ? 429 : 422 };
  }
}

export const playerPages: readonly CustomerPage[] = [
  { url: "/matches/:match/score", strict: true, withoutBooking: true, access: "anyone", serve },
];
