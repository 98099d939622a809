/** The voices: Baidu's four basic ones by their number, or none. The choice is a preference. */
export const VOICES = ["0", "1", "3", "4"] as const;
export type Voice = (typeof VOICES)[number];
/** Selectable voices. */
export type VoiceChoice = Voice | "off";
export const VOICE_CHOICES: readonly VoiceChoice[] = [...VOICES, "off"];

/** Name of the preference that keeps the choice. */
export const VOICE_PREFERENCE = "voice";

/** Reads the preference; what is unknown is the first voice. */
export const voiceOf = (kept: string): VoiceChoice => (kept === "off" ? "off" : (VOICES.find((voice) => voice === kept) ?? "0"));
