import { useEffect, useState, type RefCallback } from "react";
import { createPortal } from "react-dom";
import { hasPinyin, loadPinyin } from "../i18n/initials";
import { useT } from "../i18n/use-t";
import { screenAt, screens } from "../resources";
import { can } from "../providers/access-control";
import { useSession } from "../session/store";
import type { Navigate } from "../shell/NavLink";
import { Icon } from "../ui/Icon";
import { Kbd } from "../ui/Kbd";
import { useFront } from "../ui/use-front";
import { usePins } from "../shell/pins";
import { useOther } from "../i18n/use-other";
import { bestFirst, type Entry, nonEmptySections, latestFirst, matching, entryNames, type Section } from "./entry";
import { recentScreens } from "./recent";
import { useCommands } from "./use-commands";
import { useFound } from "./use-found";
import { usePageCommands } from "./use-page-commands";
import { useScreens } from "./use-screens";
import { isOfInputMethod } from "../keys/ime";

/** Screens opened last that are offered before anything is typed. */
const MOST_RECENT = 6;
const HITS = "palette-hits";

/**
 * Jumps to a screen, a member or an order, and does what needs no screen: type, arrows, Enter. Esc gives up. Local answers come first and
 * at once; what the server finds is added below them, so that nothing moves under the hand.
 */
export function Palette({
  path,
  go,
  onSettings,
  field,
  onClose,
}: {
  path: string;
  go: Navigate;
  onSettings: () => void;
  /** Gets the text field. */
  field: RefCallback<HTMLInputElement>;
  /** `then`: what is done once it is closed. */
  onClose: (then?: () => void) => void;
}) {
  const t = useT();
  const dialog = useFront();
  const [typed, setTyped] = useState("");
  const [chosenKey, setChosenKey] = useState<string>();
  const [pinyin, setPinyin] = useState(hasPinyin);
  const [waiting, setWaiting] = useState(false);
  const q = typed.trim();
  const found = useFound(q, go);
  const sections = nonEmptySections(useSections(q, { path, go, onSettings, found }));
  const entries = sections.flatMap((section) => section.entries);
  const chosen = Math.max(
    0,
    entries.findIndex((entry) => entry.key === chosenKey),
  );
  const searching = !pinyin || found.pending;

  useEffect(() => {
    void loadPinyin().then(() => setPinyin(true));
  }, []);
  const run = (entry: Entry | undefined): void => {
    if (entry) onClose(entry.run);
  };
  // Enter pressed before the answers came takes the first of them as soon as it is there.
  useEffect(() => {
    if (!waiting || (entries.length === 0 && searching)) return;
    setWaiting(false);
    run(entries[0]);
    // oxlint-disable-next-line react/exhaustive-deps -- what is found follows from these
  }, [waiting, searching, entries.length]);
  useEffect(() => {
    document.getElementById(`palette-${chosen}`)?.scrollIntoView?.({ block: "nearest" });
  }, [chosen]);

  const move = (by: number): void => setChosenKey(entries[(chosen + by + entries.length) % Math.max(entries.length, 1)]?.key);
  // A sibling of the whole console, so that it covers drawers too.
  return createPortal(
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("palette.title")}
      aria-modal
      onClose={() => onClose()}
      onKeyDown={(event) => {
        if (isOfInputMethod(event) || !["Escape", "Tab"].includes(event.key)) return;
        // There is one field, which keeps the focus.
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette-box">
        <label className="palette-in">
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-expanded={entries.length > 0}
            aria-controls={HITS}
            aria-activedescendant={entries[chosen] ? `palette-${chosen}` : undefined}
            aria-label={t("palette.title")}
            placeholder={t("palette.hint")}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosenKey(undefined);
              setWaiting(false);
            }}
            onKeyDown={(event) => {
              if (isOfInputMethod(event)) return;
              if (event.key === "ArrowDown") move(1);
              else if (event.key === "ArrowUp") move(-1);
              else if (event.key === "Enter" && entries.length === 0) setWaiting(searching);
              else if (event.key === "Enter") run(entries[chosen]);
              else return;
              event.preventDefault();
            }}
          />
          <Kbd>Esc</Kbd>
        </label>
        <div id={HITS} className="palette-hits" role="listbox" aria-label={t("palette.title")} tabIndex={-1}>
          {sections.map((section) => (
            <div key={section.key} role="group" aria-label={section.title}>
              <h5 aria-hidden>{section.title}</h5>
              {section.entries.map((entry) => (
                <Line
                  key={entry.key}
                  entry={entry}
                  index={entries.indexOf(entry)}
                  chosen={entries[chosen] === entry}
                  onRun={() => run(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        {entries.length === 0 && <p className="mut">{searching ? t("palette.searching") : t("palette.none", { q })}</p>}
        {found.error && <p className="error">{t("palette.searchFailed", { why: found.error.message })}</p>}
        <output className="sr">{q === "" ? "" : t("palette.found", { count: entries.length })}</output>
        <footer aria-hidden>
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd> {t("palette.choose")}
          </span>
          <span>
            <kbd>↵</kbd> {t("palette.open")}
          </span>
          <span className="grow" />
          <span className="m-hide">{t("palette.ways")}</span>
        </footer>
      </div>
    </dialog>,
    document.body,
  );
}

function Line({ entry, index, chosen, onRun }: { entry: Entry; index: number; chosen: boolean; onRun: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are on the text field, which keeps the focus
    <div id={`palette-${index}`} className="palette-line" role="option" aria-selected={chosen} tabIndex={-1} onClick={onRun}>
      <Icon name={entry.icon} />
      <b className="cut">{entry.title}</b>
      {entry.note && <small className="cut">{entry.note}</small>}
      <span className="grow" />
      {entry.end && <span className="mut">{entry.end}</span>}
      {chosen && <Kbd>↵</Kbd>}
    </div>
  );
}

/** Returns the entries for the typed text; if nothing is typed, the last opened entries and every screen. */
function useSections(
  q: string,
  { path, go, onSettings, found }: { path: string; go: Navigate; onSettings: () => void; found: ReturnType<typeof useFound> },
): readonly Section[] {
  const t = useT();
  const { venueId = "" } = useSession();
  const { open, create } = useScreens(go);
  const general = useCommands(go, onSettings);
  const ofPage = usePageCommands();
  const [pins, pin] = usePins();
  const screen = screenAt(path)?.screen;
  const isPinnable = screen !== undefined && open.some(({ key }) => key === screen.name);
  const other = useOther();
  const pinning: readonly Entry[] = isPinnable
    ? [
        {
          key: "pin",
          icon: "star",
          ...entryNames(pins.includes(screen.name) ? "palette.unpinPage" : "palette.pinPage", t, other),
          note: t(screen.title),
          run: () => pin(screen.name),
        },
      ]
    : [];
  const commands = [...pinning, ...general];
  const latest = recentScreens(venueId, undefined);
  if (q === "") {
    const names = recentScreens(venueId, screen?.name).slice(0, MOST_RECENT);
    const recent = names.flatMap((name) => [...open, ...create].filter((entry) => entry.key === name));
    const pinned = pins.flatMap((name) => open.filter((entry) => entry.key === name));
    return [
      { key: "recent", title: t("palette.recent"), entries: recent.map((entry) => ({ ...entry, key: `recent-${entry.key}` })) },
      { key: "pinned", title: t("shell.pinned"), entries: pinned.map((entry) => ({ ...entry, key: `pinned-${entry.key}` })) },
      ...ofPage,
      { key: "screens", title: t("palette.screens"), entries: open },
      { key: "create", title: t("palette.create"), entries: create },
      { key: "commands", title: t("palette.commands"), entries: commands },
    ];
  }
  const listed = screens.some((screen) => screen.name === "members.list") && can("venue_user_list");
  const inMembers: Entry = {
    key: "in-members",
    icon: "search",
    title: t("palette.inMembers", { q }),
    run: () => go(`/venueUser/venue-user-list?q=${encodeURIComponent(q)}`),
  };
  return [
    ...bestFirst(
      [
        { key: "screens", title: t("palette.screens"), entries: matching(latestFirst(open, latest), q) },
        { key: "create", title: t("palette.create"), entries: matching(latestFirst(create, latest), q) },
      ],
      q,
    ),
    ...ofPage.map((section) => ({ ...section, entries: matching(section.entries, q) })),
    { key: "commands", title: t("palette.commands"), entries: matching(commands, q) },
    { key: "next", title: t("palette.next"), entries: found.next },
    { key: "members", title: t("palette.members"), entries: found.members },
    { key: "orders", title: t("palette.orders"), entries: found.orders },
    { key: "documents", title: t("palette.documents"), entries: found.documents },
    { key: "more", title: t("ui.search"), entries: listed && found.members.length > 0 ? [inMembers] : [] },
  ];
}
