/** Formats an instant as providers read it, by the clock of China: "2026-11-21 18:30:00". */
export const chinaTime = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
