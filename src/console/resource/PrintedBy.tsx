import { useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatInstant } from "../../contract/core/time";
import { useT } from "../i18n/use-t";
import { useSession } from "../session/store";
import { useZone } from "../ui/zone";

/** On paper: who printed the page, and when. */
export function PrintedBy() {
  const t = useT();
  const zone = useZone();
  const { person } = useSession();
  const [at, setAt] = useState(() => new Date());
  useLayoutEffect(() => {
    const stamp = (): void => flushSync(() => setAt(new Date()));
    window.addEventListener("beforeprint", stamp);
    return () => window.removeEventListener("beforeprint", stamp);
  }, []);
  return <span className="printed-by">{t("resource.printedBy.printed", { person: person?.name ?? "", at: formatInstant(at, zone) })}</span>;
}
