import { chownSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";

/** The unprivileged system user under which PostgreSQL runs when the application runs as root. */
export type Identity = { uid: number; gid: number };

const nobody: Identity = { uid: 65534, gid: 65534 };

/**
 * Returns the user that must run PostgreSQL, which rejects root: undefined = the user of the application; as root, the owner of the
 * existing data folder, or else uid 65534.
 * @param data the cluster's folder, which may not exist yet
 */
export function identityFor(data: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
}

/** Hands a file or folder to the identity that PostgreSQL runs under; does nothing when that is the application itself. */
export function changeOwner(identity: Identity | undefined, path: string): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}

function allows(stats: Stats, identity: Identity, bit: 1 | 4): boolean {
  const shift = stats.uid === identity.uid ? 6 : stats.gid === identity.gid ? 3 : 0;
  return ((stats.mode >> shift) & bit) !== 0;
}

/** True if the identity may walk from the root of the file system down to this path; a part that does not exist yet counts as open. */
export function canEnter(path: string, identity: Identity | undefined): boolean {
  if (!identity) return true;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() && !allows(stats, identity, 1)) return false;
  const parent = dirname(path);
  return parent === path || canEnter(parent, identity);
}

/** True if the identity may reach and read this existing file or folder. */
export function canRead(path: string, identity: Identity | undefined): boolean {
  if (!identity) return true;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && allows(stats, identity, 4) && canEnter(path, identity);
}
