/** Followers of other domains' actions: `kernel/followers.ts` names the moments. Imported once, before the first call or job. */
import { expireOrder } from "./domains/booking/expire";
import { refundCourtUse } from "./domains/marketing/undo-use";
import { offerFreed } from "./domains/waitlist/offer";
import { setFollowers } from "./kernel/followers";

setFollowers({ placesFreed: offerFreed, holdDue: expireOrder, vouchedGivenUp: refundCourtUse });
