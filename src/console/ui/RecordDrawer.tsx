import { Drawer } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
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
        <KeysStay />
      </Drawer>
    </AntdScope>
  );
}

/** Where what had the keys goes from the drawer, the drawer has them: Escape shuts it, and Tab begins in it. */
function KeysStay() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const drawer = here.current?.closest<HTMLElement>("[tabindex='-1']");
    if (!drawer) return undefined;
    const watcher = new MutationObserver(() => {
      if (document.activeElement === document.body) drawer.focus();
    });
    watcher.observe(drawer, { childList: true, subtree: true });
    // antd's guard before the first of its fields would be a stop at which nothing is; from the guard, Tab goes on to the field.
    const onKeyDown = ({ key, shiftKey }: KeyboardEvent): void => {
      if (key === "Tab" && !shiftKey && document.activeElement === drawer)
        drawer.querySelector<HTMLElement>("[data-sentinel=start]")?.focus({ preventScroll: true });
    };
    drawer.addEventListener("keydown", onKeyDown);
    return () => {
      watcher.disconnect();
      drawer.removeEventListener("keydown", onKeyDown);
    };
  }, []);
  return <span ref={here} hidden />;
}
