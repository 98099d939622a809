import { Drawer } from "antd";
import type { ReactNode } from "react";
import type { Call, Input, Output } from "../../contract/call";
import { useRead } from "../api/useRead";
import { useT } from "../i18n/useT";
import { AntdScope } from "./AntdScope";
import { ErrorState } from "./ErrorState";
import { SkeletonText } from "./Skeleton";

interface Props<C extends Call> {
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  /** Reads the record … */
  readonly call: C;
  /** … that this names. */
  readonly of: Input<C>;
  readonly onClose: () => void;
  /** Draws the record; the way out is theirs to offer. `again` reads it anew. */
  readonly children: (record: Output<C>, again: () => void) => ReactNode;
}

/**
 * One record beside its list: the record once it is read, until then that it is being read, or why it can't be. Another record is another
 * drawer: nothing that was shown, typed or collected for one is there for the next.
 */
export function RecordDrawer<C extends Call>(props: Props<C>) {
  return <OneRecord key={JSON.stringify(props.of)} {...props} />;
}

function OneRecord<C extends Call>({ label, width, call, of, onClose, children }: Props<C>) {
  const t = useT();
  const read = useRead(call, of);
  const again = (): void => void read.refetch();
  return (
    <AntdScope>
      <Drawer open width={width} onClose={onClose} closable={false} aria-label={label} styles={{ body: { padding: 0 } }} destroyOnHidden>
        {read.data ? (
          children(read.data, again)
        ) : read.error ? (
          <ErrorState what={read.error.message} onRetry={again} retrying={read.isFetching} />
        ) : (
          <SkeletonText lines={8} label={t("ui.loading")} />
        )}
      </Drawer>
    </AntdScope>
  );
}
