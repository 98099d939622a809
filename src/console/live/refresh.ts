/** The screen follows the venue's events: data that a message touches is read again if somebody views it. */
import { callsOf } from "../providers/calls";
import { liveProvider } from "../providers/live";
import { queryClient } from "../providers/queries";
import { session } from "../session/store";

/** Events come in bursts: a series of bookings is one refresh. */
const GATHER_MS = 300;
const CHANNEL = "resources/";

/**
 * Pages out of sight hear nothing, their effects are off: so it is not Refine's live mode of each page that asks again, but this, for all of
 * the cache, by the paths that answers came from.
 */
async function refresh(domains: ReadonlySet<string>): Promise<void> {
  const { api } = await import("../../contract/all");
  const paths = new Set(
    Object.entries(api)
      .filter(([domain]) => domains.has(domain))
      .flatMap(([, calls]) => Object.values(calls).map((call) => call.path)),
  );
  // Reads name their venue and path in the key; queries of Refine's name their resource, and are of the venue on show.
  const cached = queryClient.getQueryCache().getAll();
  const resources = new Set<unknown>();
  for (const name of new Set(cached.map(({ queryKey: [kind, , resource] }) => (kind === "data" ? String(resource) : ""))))
    if (Object.values(await callsOf(name).catch(() => ({}))).some(({ path }) => paths.has(path))) resources.add(name);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [kind, at, name, params] }) => {
      if (kind === "read") return at === session().venueId && typeof name === "string" && paths.has(name);
      if (kind !== "data") return false;
      return name === "custom" ? paths.has(pathOf(params)) : resources.has(name);
    },
  });
}

/** The path that Refine's `useCustom` puts into its key. */
const pathOf = (params: unknown): string =>
  typeof params === "object" && params !== null && "url" in params && typeof params.url === "string" ? params.url : "";

/** Begins to follow the events; answers how to stop. */
export function followEvents(): () => void {
  let waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription: unknown = liveProvider.subscribe({
    channel: "*",
    types: ["*"],
    callback: ({ channel }) => {
      waiting.add(channel.slice(CHANNEL.length));
      timer ??= setTimeout(() => {
        const domains = waiting;
        waiting = new Set();
        timer = undefined;
        void refresh(domains);
      }, GATHER_MS);
    },
  });
  return () => {
    liveProvider.unsubscribe(subscription);
    clearTimeout(timer);
  };
}
