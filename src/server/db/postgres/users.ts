import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "./errors";
import { changeOwner } from "./identity";
import type { Place } from "./place";
import { processMark } from "./processes";

/**
 * Runs `work` while no other process works on the same cluster: two applications that start at once must not both initialise it,
 * and one that stops must not pull it from under one that starts. A lock left by a killed process is taken over.
 */
export async function alone<T>(home: string, work: () => Promise<T>): Promise<T> {
  const lock = join(home, "lock");
  const ticket = join(home, `lock-${randomUUID()}`);
  writeFileSync(ticket, processMark(process.pid) ?? "", { mode: 0o600 });
  try {
    while (!acquireTicket(ticket, lock)) await sleep(20);
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(ticket, { force: true });
  }
}

function acquireTicket(ticket: string, lock: string): boolean {
  try {
    linkSync(ticket, lock);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  if (!livesIn(lock)) {
    try {
      // Renaming is atomic: of several processes that find the dead lock, one removes it.
      renameSync(lock, `${ticket}-dead`);
      rmSync(`${ticket}-dead`, { force: true });
    } catch {
      return false;
    }
  }
  return false;
}

/** Notes that this process uses the cluster, until the returned path is removed. */
export function enter({ home, identity }: Place): string {
  const folder = join(home, "users");
  mkdirSync(folder, { recursive: true });
  changeOwner(identity, folder);
  const entry = join(folder, randomUUID());
  writeFileSync(entry, processMark(process.pid) ?? "", { mode: 0o600 });
  return entry;
}

/** Removes one's own entry and those of dead processes; true when nobody is left who uses the cluster. */
export function leave(home: string, entry: string): boolean {
  rmSync(entry, { force: true });
  const folder = join(home, "users");
  let others = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (livesIn(path)) others += 1;
    else rmSync(path, { force: true });
  }
  return others === 0;
}

function livesIn(file: string): boolean {
  try {
    // If a mark is only a pid, a number from before the last boot has no meaning.
    if (process.platform === "win32" && statSync(file).mtimeMs < Date.now() - uptime() * 1000) return false;
    const mark = readFileSync(file, "utf8");
    return processMark(Number.parseInt(mark, 10)) === mark;
  } catch {
    return false;
  }
}
