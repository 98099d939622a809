/** Calls of a forgotten password → services. */
import { content } from "../../../contract/content";
import { platform } from "../../../contract/platform";
import { forAnyone, inVenue, type Route } from "../../http/serve";
import type { Sms } from "../../sms/sms";
import { findPassword, sendCode } from "./recover";
import { sentCodes } from "./sent-codes";

/** @param sms what sends the codes */
export const recoverRoutes = (sms: Sms): Route[] => [
  ...forAnyone(content, { sendCode: sendCode(sms) }),
  ...forAnyone(platform, { findPassword }),
  ...inVenue(platform, { sentCodes: sentCodes(sms) }),
];
