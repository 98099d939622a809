/** Public pages of a venue: its page, articles and the page of its payment code. */
import { sql } from "kysely";
import { coaches } from "../../../contract/coaches/coaches";
import { labelsOf } from "../../../contract/core/resource/fields";
import { game } from "../../../contract/core/states";
import { SPORT_NAMES } from "../../../contract/core/enums";
import { showFen } from "../../../contract/core/money";
import { addDays, clock, dayOf, GRANULE, instant, span, wall, weekday } from "../../../contract/core/time";
import type { Owner } from "../../../public-site/layout";
import { articlePage } from "../../../public-site/articles";
import { type FreeHours, type VenueView, venuePage } from "../../../public-site/venue";
import { payPage } from "../../../public-site/venues";
import type { Ctx, VenueRow } from "../../http/context";
import type { PublicPage } from "../../http/public-pages";
import { isPublished } from "../../kernel/content";
import { closedDays } from "../../kernel/holidays";
import { cleanHtml } from "../../kernel/html";
import { isOpen, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { halfHour } from "../../kernel/price/price";
import { loadRules } from "../../kernel/price/tariff";
import { priceSentences } from "./price-sentences";
import { weekdaysText } from "./weekdays";

/** Rows of a section at most: the page stays small, whatever the venue has. */
const MOST = 12;
const NOTICE_DAYS = 14;
const HOUR = 60;

const ownerOf = ({ id, name, logo }: VenueRow): Owner => ({ id, name, logo });
const money = (ctx: Ctx, amount: number, zh = "", en = ""): string =>
  ctx.language === "zh" ? `${showFen(amount)} 元${zh}` : `¥${showFen(amount)}${en}`;

/** Courts that overlap others count by their parts: half courts, not the full court that they make up. */
const partsOnly = (places: readonly PlaceInfo[]): PlaceInfo[] =>
  places.filter(
    (place) =>
      !places.some(
        (other) =>
          other.id !== place.id &&
          other.unitIds.length < place.unitIds.length &&
          other.unitIds.every((unit) => place.unitIds.includes(unit)),
      ),
  );

/** Returns for each program the hours of today that still come, and how many courts are free all of each. */
async function freeToday(ctx: Ctx, places: readonly PlaceInfo[], day: string): Promise<FreeHours[]> {
  const { zone } = ctx.venue;
  const counted = partsOnly(places);
  const first = Math.ceil(wall(ctx.now, zone).minute / HOUR) * HOUR;
  const [rules, taken] = await Promise.all([
    loadRules(ctx, places, day, day),
    ctx.db
      .selectFrom("occupancy")
      .select(["unit_id", "slot_start"])
      .where("venue_id", "=", ctx.venue.id)
      .where("unit_id", "in", [...new Set(counted.flatMap((place) => place.unitIds)), ""])
      .where("slot_start", ">=", instant(day, first, zone))
      .where("slot_start", "<", instant(addDays(day, 1), 0, zone))
      .execute(),
  ]);
  const cells = new Set(taken.map(({ unit_id, slot_start }) => `${unit_id} ${wall(slot_start, zone).minute}`));
  const isFree = (place: PlaceInfo, start: number): boolean =>
    isOpen(place, day, start, start + HOUR) &&
    place.unitIds.every((unit) => !cells.has(`${unit} ${start}`) && !cells.has(`${unit} ${start + GRANULE}`));
  const programs = [...new Set(counted.map((place) => place.programId))];
  return programs.flatMap((programId) => {
    const own = counted.filter((place) => place.programId === programId);
    const ofProgram = rules.get(programId);
    const [one] = own;
    if (!ofProgram || !one || ofProgram.holidays.get(day)?.kind === "closed") return [];
    const hours: FreeHours["hours"][number][] = [];
    for (let start = first; start + HOUR <= 24 * HOUR; start += HOUR) {
      if (!own.some((place) => isOpen(place, day, start, start + HOUR))) continue;
      const half = halfHour(ofProgram, { placeId: one.id, day, minute: start, consumer: "walkIn", cardTypeId: null });
      hours.push({ time: clock(start), free: own.filter((place) => isFree(place, start)).length, isPeak: half?.peak ?? false });
    }
    return hours.length === 0 ? [] : [{ program: one.programName, hours }];
  });
}

/** Returns weekdays with the same opening hours together. */
function weekOf(ctx: Ctx): VenueView["week"] {
  const { open_minutes, close_minutes } = ctx.venue;
  const byHours = new Map<string, number[]>();
  for (let day = 1; day <= 7; day++) {
    const [open = 0, close = 0] = [open_minutes[day - 1], close_minutes[day - 1]];
    const hours = open === close ? { zh: "休息", en: "Closed" }[ctx.language] : span(open, close);
    byHours.set(hours, [...(byHours.get(hours) ?? []), day]);
  }
  return [...byHours].map(([hours, days]) => ({ days: weekdaysText(days, ctx.language), hours }));
}

/** Closings and special days that come, and news. Reasons of closings are the venue's own affair. */
async function noticesOf(ctx: Ctx, day: string): Promise<VenueView["notices"]> {
  const until = addDays(day, NOTICE_DAYS);
  const own = ctx.venue.id;
  const [closings, closedDays, news] = await Promise.all([
    ctx.db
      .selectFrom("closing")
      .select(["from_day", "to_day", "start_minute", "end_minute"])
      .where("venue_id", "=", own)
      .where("to_day", ">=", day)
      .where("from_day", "<=", until)
      .orderBy("from_day")
      .limit(MOST)
      .execute(),
    ctx.db
      .selectFrom("holiday")
      .select(["day", "name"])
      .where("venue_id", "=", own)
      .where("kind", "=", "closed")
      .where("day", ">=", day)
      .where("day", "<=", until)
      .orderBy("day")
      .limit(MOST)
      .execute(),
    ctx.db
      .selectFrom("cms_item as t")
      .select(["t.title", "t.summary"])
      .where("t.venue_id", "=", own)
      .where("t.kind", "=", "news")
      .where(isPublished(ctx))
      .orderBy("t.created_at", "desc")
      .limit(3)
      .execute(),
  ]);
  const isZh = ctx.language === "zh";
  const days = (from: string, to: string): string => (from === to ? from : isZh ? `${from} 至 ${to}` : `${from} to ${to}`);
  return [
    ...closedDays.map(({ day: closed, name }) => ({ title: isZh ? `${closed} 休息` : `Closed on ${closed}`, text: name })),
    ...closings.map(({ from_day, to_day, start_minute, end_minute }) => ({
      title: isZh ? "部分场地暂停开放" : "Some courts are closed",
      text: `${days(from_day, to_day)} ${span(start_minute, end_minute)}`,
    })),
    ...news.map(({ title, summary }) => ({ title, text: summary })),
  ];
}

async function sectionsOf(ctx: Ctx) {
  const own = ctx.venue.id;
  const [services, teachers, albums, activities, games, articles] = await Promise.all([
    ctx.db
      .selectFrom("venue_service")
      .select(["name", "memo", "picture", "price"])
      .where("venue_id", "=", own)
      .where("shown", "=", true)
      .orderBy("sequence")
      .orderBy("id")
      .limit(MOST)
      .execute(),
    ctx.db
      .selectFrom("coach")
      .select(["name", "level", "photo", "hour_price"])
      .where("venue_id", "=", own)
      .where("state", "=", "approved")
      .orderBy("created_at")
      .orderBy("id")
      .limit(MOST)
      .execute(),
    ctx.db
      .selectFrom("album as a")
      .innerJoin("photo as p", (join) => join.onRef("p.venue_id", "=", "a.venue_id").onRef("p.album_id", "=", "a.id"))
      .select(["a.id", "a.name", "p.url", "p.title"])
      .where("a.venue_id", "=", own)
      .where("a.shown", "=", true)
      .orderBy("a.position")
      .orderBy("a.id")
      .orderBy("p.position")
      .limit(MOST * 3)
      .execute(),
    ctx.db
      .selectFrom("activity")
      .select(["title", "starts_at", "ends_at", "place", "left", "guest_fee"])
      .where("venue_id", "=", own)
      .where("state", "=", "published")
      .where("ends_at", ">", ctx.now)
      .orderBy("starts_at")
      .limit(MOST)
      .execute(),
    ctx.db
      .selectFrom("game")
      .select(["id", "short_title", "status", "game_start", "game_end"])
      .where("venue_id", "=", own)
      .where("status", "in", ["running", "signing_up", "closed", "published"])
      .orderBy(sql`case status when 'running' then 0 else 1 end`)
      .orderBy("game_start")
      .orderBy("id")
      .limit(3)
      .execute(),
    ctx.db
      .selectFrom("cms_item as t")
      .select(["t.id", "t.title", "t.summary", sql<Date>`coalesce(greatest(t.published_at, t.publish_at), t.created_at)`.as("at")])
      .where("t.venue_id", "=", own)
      .where("t.kind", "=", "article")
      .where(isPublished(ctx))
      .orderBy("at", "desc")
      .orderBy("t.id")
      .limit(MOST)
      .execute(),
  ]);
  return { services, teachers, albums, activities, games, articles };
}

async function viewOf(ctx: Ctx): Promise<VenueView> {
  const { venue, language } = ctx;
  const { day, minute } = wall(ctx.now, venue.zone);
  const places = await loadPlaces(ctx);
  const [free, prices, notices, sections, closed] = await Promise.all([
    freeToday(ctx, places, day),
    priceSentences(ctx, places, day),
    noticesOf(ctx, day),
    sectionsOf(ctx),
    closedDays(ctx, [day]),
  ]);
  const at = weekday(day) - 1;
  const [open = 0, close = 0] = closed.has(day) ? [] : [venue.open_minutes[at], venue.close_minutes[at]];
  const names: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = SPORT_NAMES;
  const levels: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = labelsOf(coaches.fields.level);
  const states: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = game.labels;
  const albums = new Map<string, { name: string; photos: { url: string; title: string }[] }>();
  for (const { id, name, url, title } of sections.albums) {
    const album = albums.get(id) ?? { name, photos: [] };
    album.photos.push({ url, title });
    albums.set(id, album);
  }
  return {
    ...ownerOf(venue),
    hasBooking: venue.online_booking,
    pictures: venue.pictures,
    intro: venue.intro,
    address: venue.address,
    province: venue.province,
    // Municipalities are province and city in one.
    city: venue.city === venue.province ? "" : venue.city,
    area: venue.area,
    phone: venue.phone,
    longitude: venue.longitude,
    latitude: venue.latitude,
    today: open === close ? null : span(open, close),
    isOpen: minute >= open && minute < close,
    day,
    asOf: clock(minute),
    week: weekOf(ctx),
    openings: venue.open_minutes.map((opens, i) => ({ opens: clock(opens), closes: clock(venue.close_minutes[i] ?? opens) })),
    sports: venue.tags.map((tag) => names[tag]?.[language] ?? "").join(language === "zh" ? "、" : ", "),
    notices,
    free,
    prices,
    services: sections.services.map(({ name, memo, picture, price }) => ({
      name,
      memo,
      picture,
      price: price === null ? "" : money(ctx, price),
    })),
    coaches: sections.teachers.map(({ name, level, photo, hour_price }) => ({
      name,
      level: levels[level]?.[language] ?? "",
      photo,
      price: money(ctx, hour_price, "/小时", " an hour"),
    })),
    albums: [...albums.values()],
    activities: sections.activities.map(({ title, starts_at, ends_at, place, left, guest_fee }) => {
      const from = wall(starts_at, venue.zone);
      const hours = `${clock(from.minute)}–${clock(wall(ends_at, venue.zone).minute)}`;
      const rest = left === 0 ? { zh: "已满", en: "full" } : { zh: `余 ${left} 位`, en: `${left} left` };
      return { day: from.day, title, note: `${hours} ${place} · ${rest[language]}`, price: money(ctx, guest_fee) };
    }),
    games: sections.games.map(({ id, short_title, status, game_start, game_end }) => ({
      id,
      title: short_title,
      days: game_start === game_end ? game_start : `${game_start} – ${game_end}`,
      state: states[status]?.[language] ?? "",
      isLive: status === "running",
    })),
    articles: sections.articles.map(({ id, title, summary, at: shownAt }) => ({ id, title, summary, day: dayOf(shownAt, venue.zone) })),
  };
}

export const venuePages: readonly PublicPage[] = [
  { url: "", seconds: 15, render: async (ctx, _, site) => venuePage(site, await viewOf(ctx)) },
  {
    url: "/pay",
    seconds: 300,
    render: (ctx, _, site) => Promise.resolve(payPage(site, { ...ownerOf(ctx.venue), phone: ctx.venue.phone })),
  },
  {
    url: "/articles/:id",
    seconds: 60,
    render: async (ctx, id, site) => {
      const found = await ctx.db
        .selectFrom("cms_item as t")
        .select(["t.title", "t.author", "t.summary", "t.cover", "t.body"])
        .select(sql<Date>`coalesce(greatest(t.published_at, t.publish_at), t.created_at)`.as("at"))
        .where("t.venue_id", "=", ctx.venue.id)
        .where("t.id", "=", id("id"))
        .where("t.kind", "=", "article")
        .where(isPublished(ctx))
        .executeTakeFirst();
      if (!found) return null;
      const { title, author, summary, cover, body, at } = found;
      const byline = [author, dayOf(at, ctx.venue.zone)].filter((part) => part !== "").join(" · ");
      return articlePage(site, { venue: ownerOf(ctx.venue), title, byline, summary, cover, body: cleanHtml(body) });
    },
  },
];
