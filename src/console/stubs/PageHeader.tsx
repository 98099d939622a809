/** In the build in the place of pro-layout (29 kB gz), of which Refine's `List`, `Create`, `Edit` and `Show` take the page header: ours. */
import type { ReactNode } from "react";

interface Props {
  readonly title?: ReactNode;
  readonly subTitle?: ReactNode;
  readonly extra?: ReactNode;
  readonly children?: ReactNode;
}

export const PageHeader = ({ title, subTitle, extra, children }: Props) => (
  <div className="pad">
    <header className="page-head">
      <h1>{title}</h1>
      {subTitle}
      <span className="grow" />
      {extra}
    </header>
    {children}
  </div>
);
