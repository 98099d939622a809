import { keys } from "@refinedev/core";
import type { Seed } from "../boot";
import { keepPreviousData, QueryClient } from "@tanstack/react-query";
import { identityOf } from "../session/identity";
import { session, watchSession } from "../session/store";
import { clearSharedRequests, FRESH_MS, shareRequest } from "../api/shared-requests";

/**
 * The one cache of server data. An instance, so that the boot can put the first answers in before anything is drawn; Refine's own
 * defaults do not reach an instance and are therefore repeated. No retries here: the HTTP client retries (`api/client.ts`).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: FRESH_MS, refetchOnWindowFocus: false, placeholderData: keepPreviousData },
    // Sent or refused at once: one that waited for the network would be made later, when nobody looks at it any more.
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Permissions that Refine cached are asked again when the person's codes change. */
let cachedCodes = session().codes;
watchSession(() => {
  if (session().codes === cachedCodes) return;
  cachedCodes = session().codes;
  void queryClient.invalidateQueries({ queryKey: keys().access().get() });
});

/** Forgets everything of the venue that was in hand: nothing of one venue may be seen in another. */
export async function forgetAnswers(): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
  clearSharedRequests();
}

/** Puts the person into the cache of `useGetIdentity`: the name is there with the first draw. */
export function seedIdentity(): void {
  const { person } = session();
  if (person) queryClient.setQueryData(keys().auth().action("identity").get(), identityOf(person));
}

/** Puts answers into the cache before the page that asks for them is drawn; questions without an answer are handed over to it. */
export function seed(seeds: readonly Seed[]): void {
  for (const each of seeds) {
    if ("data" in each) queryClient.setQueryData(each.key, each.data);
    else shareRequest(each.key, each.asked);
  }
}
