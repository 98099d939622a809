/** Folders copied while a server writes in them. */
import { copyFile, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { changeOwner, type Identity } from "../../server/db/postgres/identity";

const ignoreMissing = (error: unknown): undefined => {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
};

/**
 * Copies a folder; what vanishes meanwhile is left out. What is copied belongs to `identity`, where there is one.
 * @param empty folders, relative to `from`, of which only the folder is made
 * @param skip names of files that stay behind
 */
export async function copyFolder(
  from: string,
  to: string,
  { identity, empty = [], skip }: { identity?: Identity | undefined; empty?: readonly string[]; skip?: RegExp } = {},
  inside = "",
): Promise<void> {
  const target = path.join(to, inside);
  await mkdir(target, { recursive: true, mode: 0o700 });
  changeOwner(identity, target);
  if (empty.includes(inside)) return;
  for (const entry of (await readdir(path.join(from, inside), { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    const name = path.join(inside, entry.name);
    if (skip?.test(entry.name)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, { identity, empty, ...(skip ? { skip } : {}) }, name);
    else if (entry.isFile()) {
      const copied = await copyFile(path.join(from, name), path.join(to, name)).then(() => true, ignoreMissing);
      if (copied) changeOwner(identity, path.join(to, name));
    }
  }
}
