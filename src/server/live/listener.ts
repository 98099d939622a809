/** A connection that listens for NOTIFY, and comes back when the database does. Notices are hints: nothing may depend on them alone. */
import type { Database } from "../db/client";

/** Channel → what to do with a notice's payload. */
type Notices = Readonly<Record<string, (payload: string) => void>>;

const AGAIN_MS = 1_000;

interface Listener {
  /** Resolves when what was committed before now has been heard; fails where the connection is down. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens on the channels until stopped.
 * @param onReturn called after each (re)connection: whatever was said in between was missed
 */
export function listen(database: Database, notices: Notices, onReturn: () => void): Listener {
  let stopped = false;
  let current: ReturnType<Database["listener"]> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = (client: ReturnType<Database["listener"]>): void => {
    if (current !== client) return;
    current = undefined;
    client.end().catch(() => undefined);
    if (!stopped) timer = setTimeout(() => void connect(), AGAIN_MS).unref();
  };

  const connect = async (): Promise<void> => {
    const client = database.listener();
    current = client;
    client.on("error", () => again(client));
    client.on("end", () => again(client));
    client.on("notification", ({ channel, payload }) => notices[channel]?.(payload ?? ""));
    try {
      await client.connect();
      for (const channel of Object.keys(notices)) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      onReturn();
    } catch {
      again(client);
    }
  };
  void connect();

  return {
    async caughtUp() {
      if (!current) throw new Error("nobody listens at the moment");
      // Notices that wait reach a connection before its next answer.
      await current.query("SELECT");
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
