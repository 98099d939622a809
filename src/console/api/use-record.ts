import { type BaseRecord, type HttpError, useShow } from "@refinedev/core";

/** A record, and how it was read. */
interface RecordRead<R> {
  readonly data: R | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/**
 * One record of a resource, on Refine's `useShow`. Once it is there, a later failure takes nothing away.
 * @param fresh read anew whenever the page opens, for a form that must not begin with what was changed since
 */
export function useRecord<R extends BaseRecord>(resource: string, id: string, { fresh = false } = {}): RecordRead<R> {
  const { query } = useShow<R, HttpError>({
    resource,
    id,
    errorNotification: false,
    ...(fresh ? { queryOptions: { staleTime: 0 } } : {}),
  });
  const data = fresh && !query.isFetchedAfterMount ? undefined : query.data?.data;
  return {
    data,
    error: data === undefined && query.error ? new Error(query.error.message, { cause: query.error }) : null,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  };
}
