import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { errorCode } from "./errors";

/**
 * A text that tells this process from a later one with the same pid, by the time it started; on Windows only the pid.
 * Undefined when no such process lives.
 */
export function processMark(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  if (process.platform === "win32") return `${pid}`;
  if (process.platform !== "linux") return `${pid} ${readProcessField("lstart=", pid)}`;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : `${pid} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** True if this pid is a running PostgreSQL server on exactly this data folder, and not a later process with the same number. */
export function isServerOn(data: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  const command = commandLine(pid);
  return command.includes("postgres") && command.includes(data);
}

function commandLine(pid: number): string {
  if (process.platform !== "linux") return readProcessField("command=", pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function readProcessField(what: string, pid: number): string {
  return spawnSync("ps", ["-ww", "-o", what, "-p", `${pid}`], { encoding: "utf8" }).stdout.trim();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
