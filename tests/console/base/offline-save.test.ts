import { onlineManager } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { queryClient } from "../../../src/console/providers/queries";

afterEach(() => onlineManager.setOnline(true));

it("a form saved without the network fails at once and is not sent later", async () => {
  onlineManager.setOnline(false);
  let sent = 0;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => {
      sent++;
      return Promise.reject(new Error("The server can't be reached"));
    },
  });
  await expect(mutation.execute(undefined)).rejects.toThrow("can't be reached");
  expect(mutation.state.isPaused).toBe(false);
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(sent).toBe(1);
});
