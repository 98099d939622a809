import type { AnchorHTMLAttributes, MouseEvent } from "react";

/** Goes to a path of the console. */
export type Navigate = (path: string) => void;

/** A plain click: one that the browser would follow in this very tab. */
const plain = (event: MouseEvent): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A real link (middle click, copy, open in a new tab work) that moves inside the console on a plain click. */
export function NavLink({
  to,
  go,
  ...rest
}: { to: string; go: Navigate } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "onClick">) {
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is in rest.children
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (!plain(event)) return;
        event.preventDefault();
        go(to);
      }}
    />
  );
}
