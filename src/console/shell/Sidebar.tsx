import { Fragment, memo, startTransition, useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { apiAddress } from "../api/host";
import { useT } from "../i18n/use-t";
import { Icon } from "../ui/Icon";
import { bringIntoSight } from "../ui/in-sight";
import { Kbd } from "../ui/Kbd";
import { whenIdle } from "../ui/when-idle";
import { useLiveState } from "../live/use-live";
import type { LiveState, MenuGroup, MenuItem } from "./menu";
import { NavLink, type Navigate } from "./NavLink";

interface Props {
  /** The venue in hand; `note` is its second line, `logo` an image address. */
  venue: { name: string; note?: string; logo?: string };
  groups: readonly MenuGroup[];
  /** Path of the screen on show: its item is marked. */
  current: string;
  go: Navigate;
  onVenue: () => void;
  onSearch: () => void;
  onClose: () => void;
  /** True if the venue's logo is shown (a setting). */
  logo?: boolean;
  /** Right end of the foot, e.g. the shift. */
  foot?: ReactNode;
  /** Keys of the folded groups. */
  folded?: readonly string[];
  onFold?: (keys: readonly string[]) => void;
  /** Keys of the pinned screens, in their order. */
  pins?: readonly string[];
  onPin?: (key: string) => void;
}

const NOTHING: readonly string[] = [];
/** Key of the group of pinned screens. */
const PINNED = "pinned";

/** Least height of a screen's item, in pixels. */
const ITEM = 32;

/** The groups that a window has room for. The others are drawn once the page is there: they are three quarters of a hundred screens. */
function inSight(groups: readonly MenuGroup[], folded: readonly string[]): readonly MenuGroup[] {
  let room = window.innerHeight / ITEM;
  return groups.filter(({ key, items }) => {
    const fits = room > 0;
    room -= folded.includes(key) ? 1 : items.length;
    return fits;
  });
}

const withoutSection = ({ key, title, path, icon, badge }: MenuItem): MenuItem => ({
  key,
  title,
  path,
  icon,
  ...(badge === undefined ? {} : { badge }),
});

/** The menu with the pinned screens in a group of their own, after home. Screens that the person may no longer open are left out. */
function withPinned(groups: readonly MenuGroup[], pins: readonly string[], title: string): readonly MenuGroup[] {
  const all = groups.flatMap(({ items }) => items);
  const items = pins.flatMap((key) => all.filter((item) => item.key === key)).map(withoutSection);
  if (items.length === 0) return groups;
  const [home, ...rest] = groups;
  const pinned = { key: PINNED, title, items };
  return home && home.title === "" ? [home, pinned, ...rest] : [pinned, ...groups];
}

const DOT: Record<LiveState, string> = { live: "dot", reconnecting: "dot dot-waiting", offline: "dot dot-error", unsupported: "dot" };

/** Venue, search, screens by group, live line. The groups arrive filtered: nothing here asks for a permission. */
export function Sidebar({
  venue,
  groups,
  current,
  go,
  onVenue,
  onSearch,
  onClose,
  logo = true,
  foot,
  folded = NOTHING,
  onFold,
  pins = NOTHING,
  onPin,
}: Props) {
  const t = useT();
  const latest = useRef({ go, onFold, folded, onPin });
  latest.current = { go, onFold, folded, onPin };
  const toggle = useCallback((key: string): void => {
    const { folded: before, onFold: fold } = latest.current;
    fold?.(before.includes(key) ? before.filter((other) => other !== key) : [...before, key]);
  }, []);
  const pin = useCallback((key: string): void => latest.current.onPin?.(key), []);
  const pinnedTitle = t("shell.pinned");
  const visibleGroups = useMemo(() => withPinned(groups, pins, pinnedTitle), [groups, pins, pinnedTitle]);
  const nav = useRef<HTMLElement>(null);
  // Opened from a tab, the palette or a link, the screen's item may be out of sight.
  const [whole, setWhole] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setWhole(true))), []);
  useEffect(() => bringIntoSight(() => nav.current?.querySelector("[aria-current]"), { block: "nearest" }), [current, whole]);
  const goNow = useCallback<Navigate>((path) => latest.current.go(path), []);
  return (
    <>
      <button type="button" className="venue" onClick={onVenue} title={venue.name}>
        {logo && <span className="logo">{venue.logo ? <img src={apiAddress(venue.logo)} alt="" /> : <Icon name="racket" />}</span>}
        <span className="grow">
          <b className="cut">{venue.name}</b>
          {venue.note && <small className="cut">{venue.note}</small>}
        </span>
        <Icon name="switch" size="s" />
        <span className="sr">{t("ui.switchVenue")}</span>
      </button>
      <button type="button" className="find" onClick={onSearch} aria-keyshortcuts="Meta+K Control+K">
        <Icon name="search" />
        {t("ui.search")}
        <Kbd mod>K</Kbd>
      </button>
      <nav ref={nav} className="nav" aria-label={t("ui.mainMenu")}>
        {(whole ? visibleGroups : inSight(visibleGroups, folded)).map((group) => (
          <Group
            key={group.key}
            group={group}
            current={group.items.some(({ path }) => path === current) ? current : undefined}
            go={goNow}
            open={!folded.includes(group.key)}
            pins={pins}
            onToggle={toggle}
            {...(onPin ? { onPin: pin } : {})}
          />
        ))}
      </nav>
      <div className="foot">
        <LiveLine />
        <span className="grow" />
        {foot}
        <button type="button" className="tool" aria-label={t("ui.closeMenu")} title={t("ui.closeMenu")} onClick={onClose}>
          <Icon name="sidebar" />
        </button>
      </div>
    </>
  );
}

function LiveLine() {
  const t = useT();
  const live = useLiveState();
  return (
    <>
      <span className={DOT[live]} />
      <output>{t(`ui.${live}`)}</output>
    </>
  );
}

/** Drawn again only when something in it changes: a busy venue has a hundred screens. */
const Group = memo(function Group({
  group,
  current,
  go,
  open,
  pins,
  onToggle,
  onPin,
}: {
  group: MenuGroup;
  current: string | undefined;
  go: Navigate;
  open: boolean;
  pins: readonly string[];
  onToggle: (key: string) => void;
  onPin?: (key: string) => void;
}) {
  const t = useT();
  const id = useId();
  const items = (
    <div id={id} hidden={!open}>
      {[...new Set(group.items.map(({ section }) => section))].map((section) => (
        <Fragment key={section ?? ""}>
          {section && <h3>{section}</h3>}
          <ul>
            {group.items
              .filter((item) => item.section === section)
              .map((item) => (
                <li key={item.key}>
                  <NavLink to={item.path} go={go} aria-current={item.path === current ? "page" : undefined}>
                    <Icon name={item.icon} />
                    <span className="cut">{item.title}</span>
                    {item.badge ? <em>{item.badge > 99 ? "99+" : item.badge}</em> : null}
                  </NavLink>
                  {onPin && (
                    // For the mouse: by keys and for readers a page is pinned from the palette, without a hundred more buttons here.
                    <button
                      type="button"
                      className="pin"
                      tabIndex={-1}
                      aria-hidden
                      aria-pressed={pins.includes(item.key)}
                      aria-label={t("shell.pin", { title: item.title })}
                      title={t(pins.includes(item.key) ? "shell.unpinHint" : "shell.pinHint")}
                      onClick={() => onPin(item.key)}
                    />
                  )}
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
  if (!group.title) return items;
  return (
    <section>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => onToggle(group.key)}>
          {group.title}
          <Icon name="chevron-down" size="s" />
        </button>
      </h2>
      {items}
    </section>
  );
});
