import { useEffect } from "react";
import { useT } from "../i18n/use-t";
import { documentTitle } from "../resources";

/** Names the browser's tab after the page. */
export function useTitle(title: string | undefined): void {
  const t = useT();
  useEffect(() => {
    document.title = documentTitle(title, t);
  }, [title, t]);
}
