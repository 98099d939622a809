/** The calls of members, paired with their services. */
import { memberRecords } from "../../../contract/members/member-records";
import { memberImports } from "../../../contract/members/member-import";
import { members } from "../../../contract/members/members";
import { inVenue } from "../../http/serve";
import { cardTypes, coaches, offers } from "./catalogue";
import { levelPreview } from "./card-fee";
import { close, closePreview } from "./close";
import { debt, payDebt } from "./debt";
import { check, create, modify } from "./enrol";
import { erase } from "./erase";
import { renew } from "./expire";
import { excel } from "./excel";
import { memberImportServices } from "./import";
import { introductionRoutes } from "./introductions";
import { list, sums, view } from "./list";
import { phone } from "./look";
import { replaceCard, setLevel, tag } from "./mark";
import { merge, mergePreview } from "./merge";
import { recharge, rechargePreview } from "./recharge";
import { revokePaid } from "./revoke-paid";
import { setState } from "./state";
import { timeline } from "./timeline";

export const memberRoutes = [
  ...introductionRoutes,
  ...inVenue(memberImports, memberImportServices),
  ...inVenue(memberRecords, { mergePreview, merge, closePreview, close, levelPreview, debt, payDebt, revokePaid, erase }),
  ...inVenue(members, {
    list,
    sums,
    view,
    timeline,
    phone,
    check,
    create,
    modify,
    setState,
    renew,
    setLevel,
    replaceCard,
    tag,
    recharge,
    rechargePreview,
    cardTypes,
    coaches,
    offers,
    excel,
  }),
];
