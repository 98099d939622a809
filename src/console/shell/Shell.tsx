/** The frame around every page of a venue: sidebar from the registry, breadcrumb, person, live line. Permissions are look-ups in a Set. */
import { useEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import type { Code } from "../../contract/permissions";
import type { T } from "../i18n/keys";
import { chooseLanguage } from "../i18n/i18n";
import { useLanguage, useT } from "../i18n/useT";
import { followEvents } from "../live/refresh";
import { connectLive, disconnectLive } from "../live/socket";
import { useLiveState } from "../live/useLive";
import { crumbsOf, HOME, realPath, screenAt, screenOf, screens } from "../resources";
import { forTag, lackingCode, visibleMenu } from "../session/access";
import { logout } from "../session/enter";
import { sitesPath } from "../session/guard";
import { keepSidebar, sidebarOpen } from "../session/storage";
import { useSession } from "../session/store";
import { chooseTheme, useTheme } from "../theme/mode";
import { ZoneContext } from "../ui/zone";
import { DEFAULT_ZONE } from "../../contract/time";
import { Finder } from "./Finder";
import { Frame } from "./Frame";
import type { MenuGroup } from "./menu";
import { NoPermission } from "./NoPermission";
import { Sidebar } from "./Sidebar";
import { Tools } from "./Tools";
import { TopBar } from "./TopBar";
import { useTitle } from "./useTitle";

/** Everything below belongs to one venue: another venue is another tree, so nothing of the old one can be seen or sent. */
export function Shell() {
  const { venueId, codes } = useSession();
  const { pathname, search } = useLocation();
  if (venueId === undefined || codes === undefined) return <Navigate to={sitesPath(realPath(pathname) + search)} replace />;
  return <Work key={venueId} codes={codes} />;
}

function menuOf(tag: string | undefined, codes: ReadonlySet<Code>, t: T): readonly MenuGroup[] {
  return visibleMenu(screens, { tag, codes }).map(({ group, screens }) => ({
    key: group ?? "home",
    title: group ? t(`shell.group.${group}`) : "",
    items: screens.map((screen) => ({ key: screen.name, title: t(screen.title), path: screen.path, icon: screen.icon ?? "box" })),
  }));
}

function Work({ codes }: { codes: ReadonlySet<Code> }) {
  const t = useT();
  const language = useLanguage();
  const theme = useTheme();
  const live = useLiveState();
  const { person, venue, venueInfo } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const pending = useNavigation().state !== "idle";
  const [open, setOpen] = useState(sidebarOpen);
  const [finding, setFinding] = useState(false);

  const tag = venue?.mainTag ?? venueInfo?.mainTag;
  const groups = useMemo(() => menuOf(tag, codes, t), [tag, codes, t]);
  const screen = screenAt(pathname)?.screen;
  const lacking = screen && lackingCode(screen, codes);
  const closed = lacking !== undefined || (screen !== undefined && !forTag(screen.roles, tag));
  useTitle(screen && t(screen.title));
  // A page that is not in the menu is of its list.
  const list = screen?.resource && screen.path.includes(":") ? screenOf(screen.resource, "list") : undefined;
  const menuPath = (list ?? screen)?.path ?? pathname;

  useEffect(() => {
    connectLive();
    const stop = followEvents();
    return () => {
      stop();
      disconnectLive();
    };
  }, []);
  useEffect(() => {
    document.getElementById("page")?.scrollTo?.(0, 0);
  }, [pathname]);
  useEffect(() => {
    const find = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setFinding(true);
    };
    document.addEventListener("keydown", find);
    return () => document.removeEventListener("keydown", find);
  }, []);

  const go = (path: string): void => void navigate(path);
  const toSites = (): void => go("/sites");
  const show = (next: boolean): void => {
    keepSidebar(next);
    setOpen(next);
  };
  const name = venue?.name ?? venueInfo?.name ?? "";
  const logo = venue?.logo ?? venueInfo?.logo;
  return (
    <ZoneContext value={venueInfo?.zone ?? DEFAULT_ZONE}>
      {pending && <div className="pending" role="progressbar" aria-label={t("ui.loading")} />}
      <Frame
        path={pathname}
        open={open}
        onOpen={show}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that Frame calls, not a component
        sidebar={({ close, leave }) => (
          <Sidebar
            venue={{ name, ...(venue ? { note: `${venue.city} ${venue.area}` } : {}), ...(logo ? { logo } : {}) }}
            groups={groups}
            current={menuPath}
            go={(path) => {
              leave();
              go(path);
            }}
            onVenue={toSites}
            onSearch={() => {
              leave();
              setFinding(true);
            }}
            onClose={close}
            live={live}
          />
        )}
        // oxlint-disable-next-line react/no-unstable-nested-components -- as above
        top={(menu) => (
          <TopBar
            crumbs={screen ? crumbsOf(screen, t) : []}
            go={go}
            titled={screen?.titled ?? false}
            closed={menu.closed}
            onMenu={menu.open}
            tools={<Tools />}
            user={{
              name: person?.name ?? "",
              ...(person ? { note: person.username } : {}),
              language,
              onLanguage: (next) => void chooseLanguage(next),
              mode: theme.mode,
              onMode: (mode) => chooseTheme({ mode }),
              onHome: () => go(HOME),
              onVenue: toSites,
              onLogout: () => void logout(),
            }}
          />
        )}
      >
        {closed ? <NoPermission code={lacking} /> : <Outlet />}
      </Frame>
      {finding && <Finder groups={groups} go={go} onClose={() => setFinding(false)} />}
    </ZoneContext>
  );
}
