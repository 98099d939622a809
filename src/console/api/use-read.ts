import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Call, Input, Output } from "../../contract/core/call";
import { invoke } from "./invoke";
import { readKey } from "./keys";

/** Options of a read. */
interface ReadOptions {
  /** False: not asked yet. */
  enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh; default 5 s. */
  staleTime?: number;
  /** Shows the last answer while another input is being read (paging). */
  keepPrevious?: boolean;
}

/** Reads by a call of the contract; answers are kept by venue, path and input. A seed of the boot is used without asking. Without a call nothing is read. */
export function useRead<C extends Call>(call: C | undefined, input: Input<C>, options: ReadOptions = {}): UseQueryResult<Output<C>, Error> {
  return useQuery<Output<C>, Error>({
    queryKey: call ? readKey(call, input) : ["read", "nothing"],
    queryFn: ({ signal }) => (call ? invoke(call, input, { signal }) : Promise.reject(new Error("nothing to read"))),
    enabled: call !== undefined && (options.enabled ?? true),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
