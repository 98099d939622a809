/** Calls of the voice → services. */
import { shell } from "../../../contract/platform/shell";
import { inVenue, type Route } from "../../http/serve";
import { text2audio, type VoiceService, voiceToken } from "./voice";

/** @param service null where none is configured */
export const voiceRoutes = (service: VoiceService | null): Route[] =>
  inVenue(shell, { voiceToken: voiceToken(service), text2audio: text2audio(service) });
