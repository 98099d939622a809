/** All routes: what each domain serves. */
import { bookingRoutes } from "./domains/booking/routes";
import { cardRoutes } from "./domains/cards/routes";
import { financeRoutes } from "./domains/finance/routes";
import { memberRoutes } from "./domains/members/routes";
import { messageRoutes } from "./domains/messages/routes";
import { platformRoutes } from "./domains/platform/routes";
import { saleRoutes } from "./domains/sale/routes";
import { sessionRoutes } from "./domains/session/routes";
import { hallSessionRoutes } from "./domains/sessions/routes";
import { stockRoutes } from "./domains/stock/routes";
import { uploadRoutes } from "./domains/uploads/routes";
import { venueRoutes } from "./domains/venue/routes";
import { voiceRoutes } from "./domains/voice/routes";
import type { VoiceService } from "./domains/voice/voice";
import type { Route } from "./http/serve";

/**
 * @param options.dataDir where uploaded pictures are stored
 * @param options.voice the voice service; none: the browser's own voice speaks
 */
export const allRoutes = ({ dataDir, voice = null }: { dataDir: string; voice?: VoiceService | null }): Route[] => [
  ...sessionRoutes,
  ...venueRoutes,
  ...bookingRoutes,
  ...financeRoutes,
  ...memberRoutes,
  ...messageRoutes,
  ...platformRoutes,
  ...saleRoutes,
  ...stockRoutes,
  ...cardRoutes,
  ...hallSessionRoutes,
  ...uploadRoutes(dataDir),
  ...voiceRoutes(voice),
];
