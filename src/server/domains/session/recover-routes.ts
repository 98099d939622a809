/** Calls of a forgotten and of a known password → services. */
import { content } from "../../../contract/content";
import { platform } from "../../../contract/platform";
import { forAnyone, forPerson, inVenue, type Route } from "../../http/serve";
import type { Sms } from "../../sms/sms";
import { changePassword } from "./own-password";
import { findPassword, sendCode } from "./recover";
import { sentCodes } from "./sent-codes";

/** @param sms what sends the codes */
export const recoverRoutes = (sms: Sms): Route[] => [
  ...forAnyone(content, { sendCode: sendCode(sms) }),
  ...forAnyone(platform, { findPassword }),
  ...forPerson(platform, { changePassword }),
  ...inVenue(platform, { sentCodes: sentCodes(sms) }),
];
