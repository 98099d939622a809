/** Data of a signed-in person: profile, venues, menus and buttons, preferences. */
import type { Output, Parsed } from "../../../contract/core/call";
import { LANGUAGES, Sport } from "../../../contract/core/enums";
import { BUTTONS, type Code } from "../../../contract/core/permissions";
import type { session, Site } from "../../../contract/session/session";
import { dayOf } from "../../../contract/core/time";
import type { Ctx, PersonCtx, VenueRow } from "../../http/context";
import { AppError } from "../../http/error";
import { hasSecondFactor } from "./second-factor";
import { todayOf } from "./today";
import { isAdministrator } from "../../kernel/administrators";
import { preferencesOf } from "../../kernel/preferences";
import { hashOf } from "../../kernel/tokens";

/** Ends this session and takes the cookie back. */
export async function logout(ctx: PersonCtx): Promise<Output<typeof session.logout>> {
  await ctx.db.deleteFrom("person_session").where("token_hash", "=", hashOf(ctx.token)).execute();
  ctx.setSession(null);
  return {};
}

/**
 * Makes cookie and token one session: a link that brought a token gets the cookie that open calls and the websocket need, a new tab of the
 * same browser the token that its other calls send.
 */
export async function exchange(ctx: PersonCtx): Promise<Output<typeof session.exchange>> {
  const { expires_at } = await ctx.db
    .selectFrom("person_session")
    .select("expires_at")
    .where("token_hash", "=", hashOf(ctx.token))
    .executeTakeFirstOrThrow();
  ctx.setSession(ctx.token, expires_at);
  return { access_token: ctx.token, expiresAt: expires_at.toISOString() };
}

/** Returns the signed-in person. The role is fixed to admin. */
export async function profile(ctx: PersonCtx): Promise<Output<typeof session.profile>> {
  const person = await ctx.db.selectFrom("person").selectAll().where("id", "=", ctx.person.id).executeTakeFirst();
  if (!person) throw new AppError("invalidToken");
  return {
    userId: person.id,
    username: person.username,
    name: person.name,
    avatar: person.avatar,
    introduction: "",
    phone: person.phone,
    roles: ["admin"],
    secondFactor: (await hasSecondFactor(ctx.db, person.id)) ? "on" : (await isAdministrator(ctx.db, person.id)) ? "advised" : "off",
    language: LANGUAGES.find((language) => language === person.language) ?? null,
  };
}

/**
 * The person's venues by name, each with today's figures.
 * @throws AppError `noSites` when there is none
 */
export async function sites(ctx: PersonCtx): Promise<Output<typeof session.sites>> {
  const venues = await ctx.db
    .selectFrom("venue")
    .innerJoin("person_venue", "person_venue.venue_id", "venue.id")
    .selectAll("venue")
    .where("person_venue.person_id", "=", ctx.person.id)
    .orderBy("venue.name")
    .orderBy("venue.id")
    .execute();
  if (venues.length === 0) throw new AppError("noSites");
  const content: Site[] = [];
  for (const venue of venues) content.push(await siteOf(ctx, venue));
  return { content };
}

async function siteOf(ctx: PersonCtx, venue: VenueRow): Promise<Site> {
  return {
    venueId: venue.id,
    name: venue.name,
    logo: venue.logo,
    city: venue.city,
    area: venue.area,
    mainTag: Sport.parse(venue.main_tag),
    tags: venue.tags.flatMap((tag) => Sport.options.find((sport) => sport === tag) ?? []),
    siteTypeSourceId: venue.site_type_source_id,
    day: dayOf(ctx.now, venue.zone),
    ...(await todayOf(ctx.dbFor(venue.id), venue, ctx.now)),
  };
}

const isButton = (code: Code): boolean => code in BUTTONS;
const items = (ctx: Ctx, wanted: (code: Code) => boolean): { code: Code }[] => [...ctx.codes].filter(wanted).map((code) => ({ code }));

/** Page and group codes that the person holds here. */
export const menus = async (ctx: Ctx): Promise<Output<typeof session.menus>> => ({ menuList: items(ctx, (code) => !isButton(code)) });
/** Button codes that the person holds here. */
export const buttons = async (ctx: Ctx): Promise<Output<typeof session.buttons>> => ({ resourcesList: items(ctx, isButton) });

/** The person's preferences at the venue. */
export async function preferences(ctx: Ctx): Promise<Output<typeof session.preferences>> {
  return { values: await preferencesOf(ctx, ctx.person.id) };
}

const MOST_PREFERENCES = 500;

/** Keeps one preference; an empty value forgets it. The language is also kept with the person, for answers without a header. */
export async function savePreference(
  ctx: Ctx,
  input: Parsed<typeof session.savePreference>,
): Promise<Output<typeof session.savePreference>> {
  const { key, value } = input;
  const own = { person_id: ctx.person.id, venue_id: ctx.venue.id, key };
  if (value === "") {
    await ctx.db
      .deleteFrom("preference")
      .where("person_id", "=", own.person_id)
      .where("venue_id", "=", own.venue_id)
      .where("key", "=", key)
      .execute();
    return {};
  }
  const { kept } = await ctx.db
    .selectFrom("preference")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("person_id", "=", own.person_id)
    .where("venue_id", "=", own.venue_id)
    .where("key", "<>", key)
    .executeTakeFirstOrThrow();
  if (kept >= MOST_PREFERENCES) throw new AppError("slowDown", { seconds: 60 });
  await ctx.db
    .insertInto("preference")
    .values({ ...own, value })
    .onConflict((conflict) => conflict.columns(["person_id", "venue_id", "key"]).doUpdateSet({ value }))
    .execute();
  const language = key === "language" ? LANGUAGES.find((one) => one === value) : undefined;
  if (language) await ctx.db.updateTable("person").set({ language }).where("id", "=", ctx.person.id).execute();
  return {};
}
