import { createHash } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { canEnter, changeOwner, identityFor, type Identity } from "./identity";

/** Location of one embedded cluster: `home` holds the port, the password and the users of the cluster in `data`. */
export type Place = { home: string; data: string; identity: Identity | undefined; copyFolder: string };

const systemFolder = "/var/lib/venue-console";

/**
 * Settles where the cluster of a data folder lives. That is `<dataDir>/pg`, except when root starts it and the unprivileged user
 * cannot reach that folder: then it is a folder under /var/lib/venue-console, which `<dataDir>/pg-moved-to` names from then on.
 * @throws Error when an existing cluster has become unreachable, or belongs to another user
 */
export function choosePlace(dataDir: string, log: (line: string) => void): Place {
  mkdirSync(dataDir, { recursive: true });
  const root = realpathSync(dataDir);
  const here = join(root, "pg");
  const movedTo = join(root, "pg-moved-to");
  const identity = identityFor(join(here, "data"));

  if (existsSync(join(here, "data"))) {
    if (!canEnter(here, identity)) {
      throw new Error(
        `The database in ${here} runs under uid ${identity?.uid}, which cannot reach it: let that user pass through every folder above it (chmod o+x).`,
      );
    }
    return openPlace(here, identity);
  }
  if (existsSync(movedTo)) return openPlace(readFileSync(movedTo, "utf8").trim());
  if (canEnter(here, identity)) return openPlace(here, identity);

  const elsewhere = join(systemFolder, createHash("sha256").update(resolve(root)).digest("hex").slice(0, 16));
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
  writeFileSync(movedTo, `${elsewhere}\n`);
  log(`PostgreSQL cannot run as root, and uid ${identity?.uid} cannot reach ${root}: the database is kept in ${elsewhere}`);
  return openPlace(elsewhere, identity);
}

function openPlace(home: string, known?: Identity): Place {
  const data = join(home, "data");
  const identity = known ?? identityFor(data);
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o700);
    changeOwner(identity, home);
  }
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`${home} belongs to another user of this machine: start the application as the user who started it before.`, {
      cause: error,
    });
  }
  return { home, data, identity, copyFolder: identity ? systemFolder : home };
}
