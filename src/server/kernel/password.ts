/** Passwords: argon2id with the library's defaults, which are OWASP's; at most two hashes at a time, 19 MB each. */
import { hash, verify } from "@node-rs/argon2";

const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

let nobody: Promise<string> | undefined;

/**
 * True if the password matches the stored hash. Without a stored hash (unknown user, or one from a venue's archive who has none yet) it
 * works equally long and returns false, so the time reveals nothing.
 */
export async function passwordMatches(kept: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword("nobody has this password");
  const known = kept !== undefined && kept !== "";
  const against = known ? kept : await nobody;
  const matches = await inTurn(() => verify(against, password));
  return known && matches;
}
