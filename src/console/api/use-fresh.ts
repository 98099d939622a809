import type { Call, Input, Output } from "../../contract/core/call";
import { useRead } from "./use-read";

/** Record that a form changes, and how it was read. */
interface Fresh<C extends Call> {
  readonly data: Output<C> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/** Reads what a form is to change: asked anew whenever the form opens, so that it never begins from what was changed since. */
export function useFresh<C extends Call>(call: C | undefined, input: Input<C>): Fresh<C> {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useRead(call, input, { staleTime: 0 });
  const fresh = isFetchedAfterMount ? data : undefined;
  // Once it is there, a form uses it: a later failure takes nothing away.
  return { data: fresh, error: fresh === undefined ? error : null, isFetching, refetch: () => void refetch() };
}
