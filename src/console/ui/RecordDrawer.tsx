import type { UseQueryResult } from "@tanstack/react-query";
import { Drawer } from "antd";
import type { ReactNode } from "react";
import { useT } from "../i18n/useT";
import { AntdScope } from "./AntdScope";
import { ErrorState } from "./ErrorState";
import { SkeletonText } from "./Skeleton";

/**
 * One record beside its list: the record once it is read, until then that it is being read, or why it can't be.
 * @param width pixels
 * @param children draws the record; the way out is theirs to offer
 */
export function RecordDrawer<T>({
  label,
  width,
  read,
  onClose,
  children,
}: {
  label: string;
  width: number;
  read: UseQueryResult<T, Error>;
  onClose: () => void;
  children: (record: T) => ReactNode;
}) {
  const t = useT();
  return (
    <AntdScope>
      <Drawer open width={width} onClose={onClose} closable={false} aria-label={label} styles={{ body: { padding: 0 } }} destroyOnHidden>
        {read.data ? (
          children(read.data)
        ) : read.error ? (
          <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        ) : (
          <SkeletonText lines={8} label={t("ui.loading")} />
        )}
      </Drawer>
    </AntdScope>
  );
}
