/** A list on screen follows the venue's events: another desk's change asks its rows again, and leaves other lists alone. */
import { keys } from "@refinedev/core";
import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { booking } from "../../../src/contract/booking/booking";
import { members } from "../../../src/contract/members/members";
import { followEvents } from "../../../src/console/live/refresh";
import { connectLive, disconnectLive, liveState } from "../../../src/console/live/socket";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { live, server } from "../server";

let send: (message: object) => void = () => undefined;
let stop: () => void;
beforeEach(async () => {
  server.use(
    live.addEventListener("connection", ({ client }) => {
      send = (message) => client.send(JSON.stringify(message));
    }),
  );
  setSession({ venueId: "v1" });
  stop = followEvents();
  connectLive();
  await vi.waitFor(() => expect(liveState()).toBe("live"));
});
afterEach(() => {
  stop();
  disconnectLive();
  queryClient.clear();
});

it("asks again what Refine's useCustom reads, by the path of its call", async () => {
  const keyOf = (url: string) => keys().data().mutation("custom").params({ method: "get", url, query: {} }).get();
  for (const url of [members.view.path, booking.view.path])
    await queryClient.fetchQuery({ queryKey: keyOf(url), queryFn: () => ({ data: {} }) });
  act(() => send({ id: 1, type: "changed", resource: "members" }));
  await vi.waitFor(() => expect(queryClient.getQueryState(keyOf(members.view.path))?.isInvalidated).toBe(true), { timeout: 5_000 });
  expect(queryClient.getQueryState(keyOf(booking.view.path))?.isInvalidated).toBe(false);
});

it("asks a list's rows again when its resource changed, by the paths of its calls", async () => {
  const asked: string[] = [];
  const keyOf = (name: string) => ["data", "default", name, "list", {}];
  const list = (name: string) =>
    queryClient.fetchQuery({
      queryKey: keyOf(name),
      queryFn: () => {
        asked.push(name);
        return { data: [], total: 0 };
      },
    });
  await list("members");
  await list("accountLogs");
  act(() => send({ id: 1, type: "changed", resource: "members" }));
  await vi.waitFor(() => expect(queryClient.getQueryState(keyOf("members"))?.isInvalidated).toBe(true), { timeout: 5_000 });
  expect(queryClient.getQueryState(keyOf("accountLogs"))?.isInvalidated).toBe(false);
});
