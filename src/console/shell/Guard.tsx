import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { signedIn } from "../login/stored-session";
import { guard } from "../session/guard";

/**
 * The guard of `session/guard.ts` on every navigation inside the console; the boot asked it for the first one. What leads out of the console
 * (the login page, one-time codes, tokens in an address) is a page load: index.html and the boot take it from there.
 */
export function Guard() {
  const { pathname, search, hash } = useLocation();
  const verdict = guard({ pathname, search, hash, signedIn: signedIn() });
  const inside = verdict.kind === "go" && !verdict.to.startsWith("/login");
  const leave =
    verdict.kind === "go" && !inside ? verdict.to : verdict.kind === "session" || verdict.kind === "code" ? pathname + search : undefined;
  useEffect(() => {
    if (leave !== undefined) location.replace(leave);
  }, [leave]);
  if (leave !== undefined) return null;
  if (inside) return <Navigate to={verdict.to} replace />;
  if (verdict.kind === "allow" && verdict.clean !== undefined) return <Navigate to={verdict.clean} replace />;
  return <Outlet />;
}
