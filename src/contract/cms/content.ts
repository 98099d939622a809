/** Articles, pictures, map positions and SMS codes. */
import { z } from "#zod";
import { get, Id, Mobile, PageQuery, pageOf, postJson, resource, SearchText } from "../core/call";
import { Instant } from "../core/time";

export const Article = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  categoryName: z.string(),
  publishedAt: Instant,
  views: z.number().int(),
});
export type Article = z.infer<typeof Article>;

/** An article as it is read. */
export const OpenArticle = Article.extend({ tags: z.array(z.string()), author: z.string(), body: z.string(), diggs: z.number().int() });
export type OpenArticle = z.infer<typeof OpenArticle>;

/** A picture of a venue's album. */
export const Picture = z.object({ id: Id, album: z.string(), title: z.string(), url: z.string(), sequence: z.number().int(), at: Instant });
export type Picture = z.infer<typeof Picture>;

export const content = resource({
  articles: get("/api/open/article/search", {
    summary: "Published articles, a page",
    access: "public",
    input: z.object({ q: SearchText.optional(), categoryId: Id.optional(), venueId: Id }).extend(PageQuery.shape),
    output: pageOf(Article),
  }),
  article: postJson("/api/open/article/read", {
    summary: "Read a published article; counts as one view",
    access: "public",
    effect: false,
    input: z.object({ venueId: Id, id: Id }),
    output: OpenArticle,
  }),
  pictures: get("/api/open/photo/shown", {
    summary: "Published pictures of a venue, a page",
    access: "public",
    input: z.object({ venueId: Id, album: SearchText.optional() }).extend(PageQuery.shape),
    output: pageOf(Picture),
  }),
  location: get("/api/open/map/location", {
    summary: "Places of the map that match an address",
    access: "public",
    input: z.object({ address: z.string().trim().min(1).max(120), city: z.string().trim().max(40).optional() }),
    output: z.object({
      content: z.array(
        z.object({
          /** GB/T 2260. */ code: z.string(),
          name: z.string(),
          address: z.string(),
          longitude: z.number(),
          latitude: z.number(),
        }),
      ),
    }),
  }),
  sendCode: postJson("/api/open/cms/send-code", {
    summary: "Send a code for a new password to a mobile; limited per address and mobile; says the same whether or not an account has it",
    access: "public",
    effect: false,
    input: z.object({ mobile: Mobile, purpose: z.literal("findPassword").default("findPassword") }),
    output: z.object({
      /** Seconds until the next code can be asked for. */
      wait: z.number().int(),
      /** Minutes for which the code is good. */
      minutes: z.number().int(),
      /** No gateway is set up: the administrator passes the code on. */
      byAdministrator: z.boolean(),
    }),
  }),
});
