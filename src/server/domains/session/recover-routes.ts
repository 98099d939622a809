/** Calls of a forgotten and of a known password, and of one's own access → services. */
import { content } from "../../../contract/cms/content";
import { ownAccess } from "../../../contract/session/own-access";
import { platform } from "../../../contract/platform/platform";
import { servePublicCalls, servePersonCalls, inVenue, type Route } from "../../http/serve";
import type { Sms } from "../../sms/sms";
import { ownAccessRoutes } from "./own-access";
import { changePassword } from "./own-password";
import { findPassword, sendCode } from "./recover";
import { sentCodes } from "./sent-codes";

/** @param sms what sends the codes */
export const recoverRoutes = (sms: Sms): Route[] => [
  ...servePublicCalls(content, { sendCode: sendCode(sms) }),
  ...servePublicCalls(platform, { findPassword }),
  ...servePersonCalls(platform, { changePassword }),
  ...ownAccessRoutes(ownAccess, sms),
  ...inVenue(platform, { sentCodes: sentCodes(sms) }),
];
