/** The frame around every page of a venue: sidebar from the registry, breadcrumb, tabs, person, live line. Permissions are look-ups in a Set. */
import { useKBar } from "@refinedev/kbar";
import { memo, useCallback, useEffect, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import type { Code } from "../../contract/core/permissions";
import { DEFAULT_ZONE } from "../../contract/core/time";
import { HelpPanel } from "../help/HelpPanel";
import { openPaymentQr, openScanToPay, openVenueQr } from "../desk/dialogs";
import type { T } from "../i18n/keys";
import { useLanguage, useT } from "../i18n/use-t";
import { KeysSheet } from "../keys/KeysSheet";
import { followEvents } from "../live/refresh";
import { connectLive, disconnectLive } from "../live/socket";
import { Finder } from "../palette/Finder";
import { noteScreen } from "../palette/recent";
import { crumbsOf, HOME, realPath, screenOf, screens } from "../resources";
import { can, canOpen } from "../providers/access-control";
import { visibleMenu } from "../session/access";
import { sitesPath } from "../session/guard";
import { storeSidebar, sidebarOpen } from "../session/storage";
import { session, useSession } from "../session/store";
import { useTheme } from "../theme/mode";
import { lazyPart } from "../ui/lazy-part";
import { ZoneContext } from "../ui/zone";
import { Banners } from "./Banners";
import { Frame } from "./Frame";
import type { MenuGroup } from "./menu";
import { useFoldedGroups, usePins } from "./pins";
import { choose, followSettings, useSettings } from "./settings";
import { Sidebar } from "./Sidebar";
import { CloseQuestion } from "./tabs/CloseQuestion";
import { closeFinished } from "./tabs/leaving";
import { Stage } from "./tabs/Pages";
import { redirected } from "./tabs/place";
import { TabStrip } from "./tabs/TabStrip";
import { useTabKeys } from "./tabs/use-tab-keys";
import { type Go, useTabs } from "./tabs/use-tabs";
import { Tools } from "./Tools";
import { TopBar } from "./TopBar";
import { UpdateNotice } from "./UpdateNotice";
import type { UserMenuProps } from "./UserMenu";
import { useUser } from "./use-user";
import { useTitle } from "./use-title";

const SettingsDrawer = lazyPart(async () => (await import("./SettingsDrawer")).SettingsDrawer);

/** Everything below belongs to one venue: another venue is another tree, so nothing of the old one can be seen or sent. */
export function Shell() {
  const { venueId, codes, person } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const go = useCallback<Go>((path, options) => void navigate(path, options), [navigate]);
  if (venueId === undefined || codes === undefined) return <Navigate to={sitesPath(realPath(redirected(pathname)) + search)} replace />;
  return <Work key={venueId} venueId={venueId} scope={`${person?.userId ?? ""}:${venueId}`} codes={codes} go={go} />;
}

function menuOf(t: T): readonly MenuGroup[] {
  return visibleMenu(screens, canOpen).map(({ group, screens: inGroup }) => ({
    key: group ?? "home",
    title: group ? t(`shell.group.${group}`) : "",
    items: inGroup.map((screen) => ({
      key: screen.name,
      title: t(screen.title),
      path: screen.path,
      icon: screen.icon ?? "box",
      ...(screen.section ? { section: t(screen.section) } : {}),
    })),
  }));
}

/** On a phone the top bar keeps its place for the page's name. */
const phoneTools = (t: T): NonNullable<UserMenuProps["tools"]> => [
  ...(can("scan_to_pay") ? [{ icon: "scan" as const, title: t("pay.scan"), act: () => openScanToPay() }] : []),
  { icon: "qr", title: t("pay.paymentQr"), act: openPaymentQr },
  { icon: "phone", title: t("pay.venueQr"), tablet: true, act: openVenueQr },
];

interface WorkProps {
  readonly venueId: string;
  /** Person and venue: whose tabs these are. */
  readonly scope: string;
  readonly codes: ReadonlySet<Code>;
  readonly go: Go;
}

const Work = memo(function Work({ venueId, scope, codes, go }: WorkProps) {
  const t = useT();
  const language = useLanguage();
  const theme = useTheme();
  const settings = useSettings();
  const user = useUser();
  const { person, venue, venueInfo } = useSession();
  const { pathname, search, hash } = useLocation();
  const [open, setOpen] = useState(sidebarOpen);
  const [setting, setSetting] = useState(false);
  const { query: palette } = useKBar();
  const [folded, fold] = useFoldedGroups();
  const [pins, pin] = usePins();

  const tag = venue?.mainTag ?? venueInfo?.mainTag;
  // oxlint-disable-next-line react/exhaustive-deps -- what `canOpen` looks at
  const groups = useMemo(() => menuOf(t), [tag, codes, person?.roles, t]);
  const { tabs, list, place, allowed, asking, actions } = useTabs({
    scope,
    pathname,
    rest: search + hash,
    wanted: settings.tagsView,
    mayOpen: canOpen,
    go,
  });
  useTabKeys(tabs, actions, settings.tagsView);
  const screen = place?.screen;
  const subject = list.find((tab) => tab.id === place?.id)?.subject;
  useTitle(screen && (subject === undefined ? t(screen.title) : `${subject} · ${t(screen.title)}`));
  // A page that is not in the menu is of its list.
  const listScreen = screen?.resource && screen.path.includes(":") ? screenOf(screen.resource, "list") : undefined;
  const menuPath = (listScreen ?? screen)?.path ?? pathname;
  const alive = useMemo(
    () => [...new Set([...tabs.kept, ...(allowed && place ? [place.id] : [])])],
    // oxlint-disable-next-line react/exhaustive-deps -- of the place only its id counts
    [tabs.kept, allowed, place?.id],
  );

  useEffect(() => {
    connectLive();
    const stop = [followEvents(), followSettings(), closeFinished(actions.finish)];
    return () => {
      for (const each of stop) each();
      disconnectLive();
    };
  }, [actions]);
  const opened = allowed ? screen?.name : undefined;
  useEffect(() => {
    if (opened !== undefined) noteScreen(session().venueId ?? "", opened);
  }, [opened]);

  const toSites = useCallback((): void => go("/sites"), [go]);
  const show = (next: boolean): void => {
    storeSidebar(next);
    setOpen(next);
  };
  const zone = venueInfo?.zone ?? DEFAULT_ZONE;
  const name = venue?.name ?? venueInfo?.name ?? "";
  const logo = venue?.logo ?? venueInfo?.logo;
  return (
    <ZoneContext value={zone}>
      <Pending />
      <Frame
        path={pathname}
        open={open}
        onOpen={show}
        fixedHeader={settings.fixedHeader}
        // Without a source id of its site type a venue has no menu.
        sidebar={
          venue?.siteTypeSourceId
            ? // oxlint-disable-next-line react/no-unstable-nested-components -- a function that Frame calls, not a component
              ({ close, leave }) => (
                <Sidebar
                  venue={{ name, ...(venue ? { note: `${venue.city} ${venue.area}` } : {}), ...(logo ? { logo } : {}) }}
                  logo={settings.sidebarLogo}
                  groups={groups}
                  folded={folded}
                  onFold={fold}
                  pins={pins}
                  onPin={pin}
                  current={menuPath}
                  go={(path) => {
                    leave();
                    actions.open(path);
                  }}
                  onVenue={toSites}
                  onSearch={() => {
                    leave();
                    palette.toggle();
                  }}
                  onClose={close}
                />
              )
            : undefined
        }
        // oxlint-disable-next-line react/no-unstable-nested-components -- as above
        top={(menu) => (
          <TopBar
            crumbs={screen ? crumbsOf(screen, t) : []}
            go={actions.open}
            titled={screen?.titled ?? false}
            closed={menu.closed}
            onMenu={menu.open}
            onSearch={palette.toggle}
            tools={<Tools />}
            user={{
              ...user,
              language,
              onLanguage: (next) => void choose({ language: next }),
              mode: theme.mode,
              onMode: (mode) => void choose({ mode }),
              onHome: () => go(HOME),
              onSettings: () => setSetting(true),
              onVenue: toSites,
              tools: venue ? phoneTools(t) : [],
            }}
          />
        )}
        tabs={settings.tagsView && <TabStrip tabs={list} active={tabs.active} actions={actions} />}
        banners={<Banners />}
      >
        <Stage venueId={venueId} zone={zone} ids={alive} active={allowed ? place?.id : undefined} onName={actions.name} />
        {!allowed && <Outlet />}
      </Frame>
      {asking && <CloseQuestion tabs={asking} onAnswer={actions.answer} />}
      <Finder path={pathname} go={actions.open} onSettings={() => setSetting(true)} />
      <KeysSheet />
      <HelpPanel screen={screen} title={screen && t(screen.title)} />
      {setting && <SettingsDrawer onClose={() => setSetting(false)} />}
      <UpdateNotice isHome={allowed && pathname === HOME} />
    </ZoneContext>
  );
});

/** The bar of a page that is on its way. */
function Pending() {
  const t = useT();
  const pending = useNavigation().state !== "idle";
  return pending && <div className="pending" role="progressbar" aria-label={t("ui.loading")} />;
}
