import { type ComponentType, useEffect, useRef, useState } from "react";
import { useT } from "../i18n/use-t";
import { fetched } from "./fetched";
import { notify } from "./notices";

/** Props that a lazy part needs: how it is closed, if it can be. */
interface Shuts {
  readonly onClose?: () => void;
}

/**
 * A part whose code is fetched when it is first drawn. Where it can't be had — no network, or a newer version of the console is out — it says
 * so, shuts itself and may be tried again: what stands around it stays, with all that was typed. `lazy` would throw into the frame instead.
 * @param quiet nobody asked for this part: nothing is said
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, { quiet = false } = {}): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function LazyPart(props: P & Shuts) {
    const t = useT();
    const [Part, setPart] = useState(() => loaded);
    const shut = useRef(props.onClose);
    shut.current = props.onClose;
    useEffect(() => {
      if (Part) return undefined;
      let isCurrent = true;
      fetched(load)
        .then((part) => {
          loaded = part;
          if (isCurrent) setPart(() => part);
        })
        .catch(() => {
          if (!isCurrent) return;
          if (!quiet) notify.error(t(navigator.onLine ? "shell.newVersion" : "errors.offline"));
          shut.current?.();
        });
      return () => {
        isCurrent = false;
      };
    }, [Part, t]);
    return Part ? <Part {...props} /> : null;
  };
}
