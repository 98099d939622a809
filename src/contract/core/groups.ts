/** Groups of the menu, and which venues and roles a screen is for. */
import type { Label } from "./resource/label";

/** Group → its menu code. */
export const GROUPS = {
  venue: "venue_admin",
  book: "book_admin",
  venueUser: "venue_user_admin",
  ShopSet3: "settlement_admin",
  ShopSet1: "member_finance_admin",
  ShopSet2: "product_finance_admin",
  product: "product_admin",
  sale: "sale_admin",
  cms2: "article-admin",
  addedServices: "competition_admin",
  trade: "trade_admin",
  "venue-set": "venue_set_admin",
  "venue-place": "venue_place_admin",
  card: "card_admin",
  marketing: "marketing_admin",
  system: "platform_admin",
} as const;
export type Group = keyof typeof GROUPS;

/** Which venues a screen is for. */
export type ScreenRole = "admin" | "common" | "swimming";
/** Swimming and fitness venues see screens marked swimming or admin, others those marked common or admin; a screen with no mark is for all. */
export function isForTag(roles: readonly ScreenRole[] | undefined, tag: string | undefined): boolean {
  if (roles === undefined || roles.length === 0 || tag === undefined) return true;
  const kind: ScreenRole = tag === "swimming" || tag === "fitness" ? "swimming" : "common";
  return roles.includes("admin") || roles.includes(kind);
}

/** Screens of non-admin roles: those of its own marks, and those with none. Unknown roles hide nothing: the codes decide. */
export function isForRoles(marks: readonly ScreenRole[] | undefined, roles: readonly string[] | undefined): boolean {
  if (marks === undefined || marks.length === 0 || roles === undefined || roles.length === 0 || roles.includes("admin")) return true;
  return marks.some((mark) => roles.includes(mark));
}

/** Pages of the specification without a screen of their own: roles hold their codes, the API's menu lists them. */
export const PAGES_WITHOUT_SCREEN: Readonly<Record<string, { readonly group: Group; readonly title: Label }>> = {
  game_form: { group: "addedServices", title: { zh: "赛事表单", en: "Game form" } },
  team_form: { group: "addedServices", title: { zh: "队伍表单", en: "Team form" } },
  team_member_form: { group: "addedServices", title: { zh: "队员表单", en: "Team member form" } },
  game_programs_form: { group: "addedServices", title: { zh: "比赛项目表单", en: "Program form" } },
};
