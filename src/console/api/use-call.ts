import { useCallback, useRef, useState } from "react";
import type { Call, Input, Output } from "../../contract/core/call";
import { act } from "./act";

/** A call that a person's action makes. */
export interface CallHandle<C extends Call> {
  /** Makes the call, under the idempotency key of the action, or one that is kept elsewhere. @throws ApiError */
  run: (input: Input<C>, key?: string) => Promise<Output<C>>;
  pending: boolean;
  error: Error | undefined;
  reset: () => void;
}

/** Makes a call of the contract from a button or dialog. */
export function useCall<C extends Call>(call: C): CallHandle<C> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Error>();
  const latest = useRef<Promise<Output<C>>>(undefined);

  const run = useCallback(
    (input: Input<C>, key?: string): Promise<Output<C>> => {
      setPending(true);
      setError(undefined);
      const promise = act(call, input, key);
      latest.current = promise;
      promise
        .catch((failure: unknown) => setError(failure instanceof Error ? failure : new Error(String(failure))))
        .finally(() => {
          if (latest.current === promise) setPending(false);
        });
      return promise;
    },
    [call],
  );
  const reset = useCallback(() => setError(undefined), []);
  return { run, pending, error, reset };
}
