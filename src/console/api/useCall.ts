import { useCallback, useRef, useState } from "react";
import type { Call, Input, Output } from "../../contract/call";
import { invoke } from "./invoke";
import { newKey } from "./request";

/** A call that a person's action makes. */
export interface CallHandle<C extends Call> {
  /** Makes the call. A second click while it runs gets the same promise. @throws ApiError */
  run: (input: Input<C>) => Promise<Output<C>>;
  pending: boolean;
  error: Error | undefined;
  reset: () => void;
}

/**
 * Makes a call of the contract from a button or form. One idempotency key per action: it stays while the same input is tried again,
 * and is renewed after success or when the input changes, so that a retry can't act twice and a changed form is not refused.
 */
export function useCall<C extends Call>(call: C): CallHandle<C> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Error>();
  const action = useRef<{ body: string; key: string } | undefined>(undefined);
  const running = useRef<{ body: string; promise: Promise<Output<C>> } | undefined>(undefined);

  const run = useCallback(
    (input: Input<C>): Promise<Output<C>> => {
      const body = JSON.stringify(input ?? {});
      if (running.current?.body === body) return running.current.promise;
      if (action.current?.body !== body) action.current = { body, key: newKey() };
      const { key } = action.current;
      setPending(true);
      setError(undefined);
      const promise = invoke(call, input, { key })
        .then((output) => {
          action.current = undefined;
          return output;
        })
        .catch((failure: unknown) => {
          setError(failure instanceof Error ? failure : new Error(String(failure)));
          throw failure;
        })
        .finally(() => {
          if (running.current?.promise !== promise) return;
          running.current = undefined;
          setPending(false);
        });
      running.current = { body, promise };
      return promise;
    },
    [call],
  );
  const reset = useCallback(() => setError(undefined), []);
  return { run, pending, error, reset };
}
