/** Targets for references to hand-written resources. */
import type { Target } from "./fields";

export const MEMBERS: Target = { resource: "members", title: "name", page: "/venueUser/venue-user-list/:id" };
export const CARD_TYPES: Target = { resource: "cardTypes", title: "name", page: "/venueUser/vip-discount-set-list/:id" };
export const HALLS: Target = { resource: "halls", title: "name" };
export const PROGRAMS: Target = { resource: "programs", title: "name" };
export const PLACES: Target = { resource: "places", title: "name" };
export const UNITS: Target = { resource: "units", title: "name" };
export const COUPONS: Target = { resource: "coupon", title: "code" };
export const COUPON_OFFERS: Target = { resource: "couponOffers", title: "name", page: "/marketing/coupon-offer-list/:id" };
