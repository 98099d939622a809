/** All routes: what each domain serves. */
import "./followers";
import { bookingRoutes } from "./domains/booking/routes";
import { cardRoutes } from "./domains/cards/routes";
import { memberCardRoutes } from "./domains/cards/held";
import { definitionRoutes } from "./domains/cards/definitions";
import { cardTypeRoutes } from "./domains/members/card-types";
import { closingRoutes } from "./domains/closing/routes";
import { cmsRoutes } from "./domains/cms/routes";
import { clubRoutes } from "./domains/clubs/routes";
import { competitionRoutes } from "./domains/competitions/routes";
import { coachRoutes } from "./domains/coaches/routes";
import { couponSettlementRoutes } from "./domains/coupon/settlements";
import { couponRoutes } from "./domains/coupon/routes";
import { roamingRoutes } from "./domains/roaming/routes";
import { invoiceRoutes } from "./domains/accounting/invoices";
import type { InvoiceService } from "./invoices/service";
import { bankRoutes } from "./domains/accounting/bank-routes";
import { journalRoutes } from "./domains/accounting/routes";
import { bookRoutes } from "./domains/finance/books";
import { financeRoutes } from "./domains/finance/routes";
import { fixedRoutes } from "./domains/fixed/routes";
import { gameCourtRoutes } from "./domains/gameCourts/routes";
import { marketingRoutes } from "./domains/marketing/routes";
import { memberRoutes } from "./domains/members/routes";
import { messageRoutes } from "./domains/messages/routes";
import { miniCodeRoutes } from "./domains/platform/mini-code";
import { openPlayRoutes } from "./domains/openPlay/routes";
import { platformRoutes } from "./domains/platform/routes";
import { placeRoutes } from "./domains/places/routes";
import { priceRoutes } from "./domains/prices/routes";
import { reconciliationRoutes } from "./domains/reconciliation/routes";
import { deliveryRoutes } from "./domains/sale/deliveries";
import { saleRecordRoutes } from "./domains/sale/records";
import { saleRoutes } from "./domains/sale/routes";
import { scanRoutes } from "./domains/sale/scan";
import { recoverRoutes } from "./domains/session/recover-routes";
import { importRoutes } from "./domains/session/import";
import { sessionRoutes } from "./domains/session/routes";
import { hallSessionRoutes } from "./domains/capacitySessions/routes";
import { shiftRoutes } from "./domains/shift/routes";
import { stockRoutes } from "./domains/stock/routes";
import { settlementRoutes } from "./domains/settlements/routes";
import { adjustmentRoutes } from "./domains/adjustments/routes";
import { transferRoutes } from "./domains/transfers/routes";
import { uploadRoutes } from "./domains/uploads/routes";
import { unionRoutes } from "./domains/unions/routes";
import { venueRoutes } from "./domains/venue/routes";
import { voiceRoutes } from "./domains/voice/routes";
import { waitlistRoutes } from "./domains/waitlist/routes";
import type { VoiceService } from "./domains/voice/voice";
import type { Client } from "pg";
import { type FileStore, openStore } from "./files/store";
import type { Route } from "./http/serve";
import type { Channels } from "./payment/channel";
import { smsSandbox } from "./sms/sandbox";
import type { Sms } from "./sms/sms";

/**
 * @param options.dataDir where parts of an archive wait, and pictures unless `store` says otherwise
 * @param options.store where uploaded pictures are kept
 * @param options.owner a connection of the tables' owner, not yet connected: what brings a venue in
 * @param options.voice the voice service; none: the browser's own voice speaks
 * @param options.channels what takes money by a scanned code; none: nothing does
 * @param options.sms what sends codes to mobiles
 * @param options.invoices what issues invoices; none: people do
 * @param options.miniProgramUrl what QR codes for customers link to; null: the public pages, under the host of the request
 */
export const allRoutes = ({
  dataDir,
  store = openStore(dataDir),
  owner,
  voice = null,
  channels = { wechat: undefined, alipay: undefined },
  sms = smsSandbox(),
  invoices,
  miniProgramUrl = null,
}: {
  dataDir: string;
  store?: FileStore;
  owner?: () => Client;
  voice?: VoiceService | null;
  channels?: Channels;
  sms?: Sms;
  invoices?: InvoiceService | undefined;
  miniProgramUrl?: string | null;
}): Route[] => [
  ...sessionRoutes,
  ...recoverRoutes(sms),
  ...importRoutes(dataDir, store, owner),
  ...venueRoutes(store),
  ...bookingRoutes,
  ...fixedRoutes,
  ...waitlistRoutes,
  ...closingRoutes,
  ...placeRoutes,
  ...priceRoutes,
  ...financeRoutes,
  ...bookRoutes,
  ...journalRoutes,
  ...bankRoutes,
  ...invoiceRoutes(invoices),
  ...couponSettlementRoutes,
  ...reconciliationRoutes,
  ...memberRoutes,
  ...messageRoutes,
  ...platformRoutes,
  ...saleRoutes,
  ...saleRecordRoutes,
  ...deliveryRoutes,
  ...shiftRoutes,
  ...stockRoutes,
  ...cardRoutes,
  ...hallSessionRoutes,
  ...openPlayRoutes,
  ...gameCourtRoutes,
  ...uploadRoutes(store),
  ...voiceRoutes(voice),
  ...scanRoutes(channels),
  ...miniCodeRoutes(miniProgramUrl),
  ...couponRoutes,
  ...roamingRoutes,
  ...marketingRoutes,
  ...cardTypeRoutes,
  ...definitionRoutes,
  ...memberCardRoutes,
  ...cmsRoutes,
  ...clubRoutes,
  ...competitionRoutes,
  ...transferRoutes,
  ...adjustmentRoutes,
  ...settlementRoutes,
  ...unionRoutes,
  ...coachRoutes,
];
