import type { ReactNode } from "react";
import { Link } from "react-router";
import { useCanOpenPath } from "../providers/access-control";

/** A figure that opens the rows behind it, for who may see them. */
export function Figure({ to, children }: { to: string | undefined; children: ReactNode }) {
  const may = useCanOpenPath(to?.split("?")[0] ?? "");
  return to !== undefined && may ? (
    <Link className="opens" to={to}>
      {children}
    </Link>
  ) : (
    children
  );
}
