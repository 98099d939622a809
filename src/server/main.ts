/** The server as a process: database, migrations, demo data or first step, application, scheduler; and all of it down again in order. */
import { availableParallelism } from "node:os";
import { createApp } from "./app";
import { type Config, ConfigError, readConfig } from "./config";
import { type Database, openDatabase } from "./db/client";
import { startEmbedded } from "./db/embedded";
import { migrate } from "./db/migrate";
import { openSetup } from "./domains/session/setup";
import { allJobs } from "./jobs";
import { openChannels } from "./payment/settings";
import { auditMonths, cleanPlatform } from "./retention";
import { openStore } from "./files/store";
import { sweepFiles } from "./files/sweep";
import { requireFolder, requirePort } from "./port";
import { openScheduler, planDaily } from "./scheduler";
import { invoiceSandbox } from "./invoices/sandbox";
import { textGateway } from "./sms/gateway";

const DAY_MS = 86_400_000;
const STOP_MS = 4_500;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The server's clock: the real one, or as many whole days away as DEMO_DATE is from today. */
function clockOf(config: Config): () => Date {
  if (config.demoDate === null) return () => new Date();
  const days = Math.floor(Date.parse(config.demoDate) / DAY_MS) - Math.floor(Date.now() / DAY_MS);
  return () => new Date(Date.now() + days * DAY_MS);
}

async function start(config: Config): Promise<() => Promise<void>> {
  await requirePort(config);
  await requireFolder(config);
  const now = clockOf(config);
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: print }) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? "";
  let database: Database | undefined;
  try {
    await migrate(url);
    // Files and reports have at most a third of the connections and half the processors: however many are requested, desks have the rest. One
    // connection is to spare.
    const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
    const heavy = Math.max(1, Math.min(Math.floor(config.databasePool / 3), atOnce + 1));
    database = openDatabase(url, { max: config.databasePool - heavy, heavy });
    const channels = openChannels(config.payment, now);
    const open = database;
    const app = await createApp({ database, config, now, channels });
    // Before anything is written: from here on, changes plan the jobs.
    const scheduler = openScheduler(
      open,
      allJobs(channels, config.keep, config.sms ? textGateway(config.sms) : undefined, config.invoiceSandbox ? invoiceSandbox : undefined),
      now,
      (job, error) => app.log.error({ err: error, job }, "job failed"),
      [
        cleanPlatform,
        auditMonths(config.keep),
        planDaily,
        { name: "files.sweep", everyMs: DAY_MS, work: (_, at) => sweepFiles(open, openStore(config.dataDir, config.bucket), at) },
      ],
    );
    const greeting = config.demo ? await demo(database, now) : await firstStep(database);
    await app.listen({ port: config.port, host: config.host });
    scheduler.start();
    const address = app.server.address();
    const port = typeof address === "object" && address !== null ? address.port : config.port;
    print(`Venue Console: http://${config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host}:${port}`);
    for (const line of greeting(port)) print(line);
    return async () => {
      await app.drain(config.leaveSeconds * 1_000);
      await app.close();
      await scheduler.stop();
      await open.close();
      await embedded?.stop();
    };
  } catch (error) {
    await database?.close();
    await embedded?.stop();
    throw error;
  }
}

type Greeting = (port: number) => string[];

async function demo(database: Database, now: () => Date): Promise<Greeting> {
  const { loadDemo } = await import("./demo/load");
  await loadDemo(database, { now: now(), log: print });
  return () => ["Demo accounts, password Venue2026!: admin, manager, cashier, swim, coach"];
}

async function firstStep(database: Database): Promise<Greeting> {
  const token = await openSetup(database);
  if (token === null) return () => [];
  return (port) => [`Nobody can log in yet. Make the first administrator: http://localhost:${port}/setup?setup=${token}`];
}

/** @param most after so many ms it ends anyway */
function stopOnSignal(stop: () => Promise<void>, most: number): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), most).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

try {
  const config = readConfig(process.env);
  stopOnSignal(await start(config), STOP_MS + config.leaveSeconds * 1_000);
} catch (error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const port = process.env["PORT"] ?? "8787";
  if (code === "EADDRINUSE") console.error(`Port ${port} is in use: choose another with PORT. Nothing was changed`);
  else if (code === "EADDRNOTAVAIL") console.error(`HOST ${process.env["HOST"] ?? ""} is no address of this machine. Nothing was changed`);
  else if (code === "EACCES" && error instanceof Error)
    console.error(`${error.message}: choose another PORT, or a DATA_DIR that can be written. Nothing was changed`);
  else console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
