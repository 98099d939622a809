/** Lists on screen follow the venue's events: what a message touches is asked again, if somebody looks at it. */
import type { Domain } from "../../contract/all";
import { queryClient } from "../providers/queries";
import { session } from "../session/store";
import { type LiveMessage, LIVE_TYPES } from "./event";
import { hear } from "./socket";

/** Events come in bursts: a series of bookings is one refresh. */
const GATHER_MS = 300;

const TOUCHED: Readonly<Record<LiveMessage["type"], readonly Domain[]>> = {
  booking_changed: ["booking", "fixed", "waitlist", "sessions", "openPlay", "gameCourts", "finance", "reports"],
  booking_online: ["booking", "sessions", "finance", "reports", "messages"],
  payment: [
    "finance",
    "reports",
    "sale",
    "members",
    "cards",
    "booking",
    "stock",
    "sales",
    "saleLines",
    "orders",
    "venuePayments",
    "shifts",
  ],
  stock_low: ["stock", "messages"],
  message_count: ["messages"],
  changed: [],
};

/** Domains whose answers a message makes old. */
export function touchedBy({ type, resource }: Pick<LiveMessage, "type" | "resource">): readonly string[] {
  return resource === undefined ? TOUCHED[type] : [...TOUCHED[type], resource];
}

async function refresh(domains: ReadonlySet<string>): Promise<void> {
  const { api } = await import("../../contract/all");
  const paths = new Set(
    Object.entries(api)
      .filter(([domain]) => domains.has(domain))
      .flatMap(([, calls]) => Object.values(calls).map((call) => call.path)),
  );
  // Reads name their venue and path in the key; a list of Refine's names its path beside it, and is of the venue on show.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, venueId, at], meta }) => {
      const path = kind === "read" ? venueId === session().venueId && at : meta?.["path"];
      return typeof path === "string" && paths.has(path);
    },
  });
}

/** Begins to follow the events; answers how to stop. */
export function followEvents(): () => void {
  let waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = hear(LIVE_TYPES, (message) => {
    for (const domain of touchedBy(message)) waiting.add(domain);
    timer ??= setTimeout(() => {
      const domains = waiting;
      waiting = new Set();
      timer = undefined;
      void refresh(domains);
    }, GATHER_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
