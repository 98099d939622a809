import { useCallback, useEffect, useRef, useState } from "react";
import type { Input } from "../../../../contract/core/call";
import { priceSync, type PriceSync } from "../../../../contract/prices/price-sync";
import { act } from "../../../api/act";
import { useCall } from "../../../api/use-call";

/** A run of the sync that this page carries on, part by part. */
interface SyncRun {
  readonly run: PriceSync | undefined;
  readonly starting: boolean;
  readonly error: Error | undefined;
  readonly start: (input: Input<typeof priceSync.run>) => void;
  readonly cancel: () => void;
}

/**
 * Begins runs and asks for their parts one after the other. Who leaves the page leaves the rest to the server, which continues by itself.
 * @param onEnd a run was finished or stopped
 */
export function useSyncRun(onEnd: (run: PriceSync) => void): SyncRun {
  const begin = useCall(priceSync.run);
  const stop = useCall(priceSync.cancel);
  const [run, setRun] = useState<PriceSync>();
  const [error, setError] = useState<Error>();
  const here = useRef(true);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const follow = useCallback(async (begun: PriceSync): Promise<void> => {
    let now = begun;
    setRun(now);
    while (now.state === "running" && here.current) {
      // oxlint-disable-next-line no-await-in-loop -- each part follows the one before
      now = await act(priceSync.advance, { id: now.id });
      setRun(now);
    }
    if (here.current) ended.current(now);
  }, []);
  const start = (input: Input<typeof priceSync.run>): void => {
    setError(undefined);
    begin
      .run(input)
      .then(follow)
      .catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))));
  };
  const cancel = (): void => {
    if (run) stop.run({ id: run.id }).then(setRun, setError);
  };
  return { run, starting: begin.pending, error, start, cancel };
}
