import { Drawer } from "antd";
import { useEffect, useRef, type ReactNode } from "react";
import type { BaseRecord } from "@refinedev/core";
import { useRecord } from "../api/use-record";
import { useT } from "../i18n/use-t";
import { AntdScope } from "./AntdScope";
import { ErrorState } from "./ErrorState";
import { SkeletonText } from "./Skeleton";

interface Props<R> {
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  /** Refine's resource … */
  readonly resource: string;
  /** … and which of its records. */
  readonly id: string;
  readonly onClose: () => void;
  /** Draws the record; the way out is theirs to offer. `again` reads it anew. */
  readonly children: (record: R, again: () => void) => ReactNode;
}

/**
 * One record beside its list: the record once it is read, until then that it is being read, or why it can't be. Another record is another
 * drawer: nothing that was shown, typed or collected for one is there for the next.
 */
export function RecordDrawer<R extends BaseRecord>(props: Props<R>) {
  return <OneRecord key={props.id} {...props} />;
}

function OneRecord<R extends BaseRecord>({ label, width, resource, id, onClose, children }: Props<R>) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRecord<R>(resource, id);
  return (
    <AntdScope>
      <Drawer open width={width} onClose={onClose} closable={false} aria-label={label} styles={{ body: { padding: 0 } }} destroyOnHidden>
        {data ? (
          children(data, refetch)
        ) : error ? (
          <ErrorState what={error.message} onRetry={refetch} retrying={isFetching} />
        ) : (
          <SkeletonText lines={8} label={t("ui.loading")} />
        )}
        <KeysStay />
      </Drawer>
    </AntdScope>
  );
}

/** Moves the focus to the drawer when the focused element disappears from it: Escape closes it, and Tab starts in it. */
function KeysStay() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const drawer = here.current?.closest<HTMLElement>("[tabindex='-1']");
    if (!drawer) return undefined;
    const watcher = new MutationObserver(() => {
      if (document.activeElement === document.body) drawer.focus();
    });
    watcher.observe(drawer, { childList: true, subtree: true });
    // antd's guard before the first of its fields would be a stop at which nothing is; from the guard, Tab moves to the field.
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
