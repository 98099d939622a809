import { Fragment, type ReactNode } from "react";
import { useT } from "../i18n/use-t";
import { Icon } from "../ui/Icon";
import type { Crumb } from "./menu";
import { NavLink, type Navigate } from "./NavLink";
import { UserMenu, type UserMenuProps } from "./UserMenu";

interface Props {
  crumbs: readonly Crumb[];
  go: Navigate;
  /** The last crumb is the page's title: full-bleed pages (grid, till) have no other. */
  titled?: boolean;
  /** Tools on the right, before the user; class `m-hide` keeps one off the phone. */
  tools?: ReactNode;
  user: UserMenuProps;
  /** True if the sidebar is closed on a wide screen: the menu button is then shown here too. */
  closed: boolean;
  /** Opens the search on a phone, where the sidebar's field is out of sight. */
  onSearch?: () => void;
  /** Opens the sidebar; left out where there is none. */
  onMenu: (() => void) | undefined;
}

/** Breadcrumb left, tools right. The last crumb, and those without a path, are no links. */
export function TopBar({ crumbs, go, titled = false, tools, user, closed, onSearch, onMenu }: Props) {
  const t = useT();
  return (
    <header className="top">
      {onMenu && (
        <button type="button" className={closed ? "tool" : "tool m-only"} aria-label={t("ui.openMenu")} onClick={onMenu}>
          <Icon name="menu" />
        </button>
      )}
      <nav className="crumb" aria-label={t("ui.path")}>
        <ol>
          {crumbs.map((crumb, i) => (
            <li key={`${i}/${crumb.title}`}>
              <Step crumb={crumb} last={i === crumbs.length - 1} titled={titled} go={go} />
            </li>
          ))}
        </ol>
      </nav>
      {onSearch && (
        <button type="button" className="tool m-only" aria-label={t("ui.search")} onClick={onSearch}>
          <Icon name="search" />
        </button>
      )}
      {tools && (
        <Fragment>
          {tools}
          <span className="divider m-hide" />
        </Fragment>
      )}
      <UserMenu {...user} />
    </header>
  );
}

function Step({ crumb, last, titled, go }: { crumb: Crumb; last: boolean; titled: boolean; go: Navigate }) {
  if (last && titled) return <h1 aria-current="page">{crumb.title}</h1>;
  if (last) return <b aria-current="page">{crumb.title}</b>;
  if (!crumb.path) return <span>{crumb.title}</span>;
  return (
    <NavLink to={crumb.path} go={go}>
      {crumb.title}
    </NavLink>
  );
}
