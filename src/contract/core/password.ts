/** Length limits of a password, in characters. The other rules are the server's (`server/domains/session/strength.ts`). */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;
