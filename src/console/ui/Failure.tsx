import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** Why something was not done, beside what was asked for: read out as it appears. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <p className="notice notice-error" role="alert">
      <Icon name="error" />
      <span>{children}</span>
    </p>
  );
}
