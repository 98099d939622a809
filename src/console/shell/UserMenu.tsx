import type { Language } from "../../contract/core/enums";
import { useT } from "../i18n/use-t";
import type { Mode } from "../theme/mode";
import { Icon } from "../ui/Icon";
import type { IconName } from "../ui/icons";
import { Popover } from "../ui/Popover";
import { useSession } from "../session/store";
import { openAccess } from "./access";
import { openPassword } from "./password";

/** Props of the user menu. Without `onVenue` or `onHome` the entry is left out (the venue choice has neither). */
export interface UserMenuProps {
  name: string;
  /** Second line: role or account. */
  note?: string;
  language: Language;
  onLanguage: (language: Language) => void;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onHome?: () => void;
  onSettings?: () => void;
  onVenue?: () => void;
  /** Tools that the top bar has no place for on a phone; `tablet`: nor on a tablet. */
  tools?: readonly { readonly icon: IconName; readonly title: string; readonly tablet?: boolean; readonly act: () => void }[];
  onLogout: () => void;
}

const LANGUAGE_NAMES: readonly (readonly [Language, string])[] = [
  ["zh", "中文"],
  ["en", "English"],
];
const MODES: readonly (readonly [Mode, IconName])[] = [
  ["light", "sun"],
  ["dark", "moon"],
  ["system", "screen"],
];

/** The person, and what belongs to the person: home, switch venue, language, appearance, password, own access, log out. */
export function UserMenu({
  name,
  note,
  language,
  onLanguage,
  mode,
  onMode,
  onHome,
  onSettings,
  onVenue,
  tools = [],
  onLogout,
}: UserMenuProps) {
  const t = useT();
  const isAdvised = useSession().person?.secondFactor === "advised";
  return (
    <Popover
      align="end"
      className="tool tool-user"
      button={
        <>
          <span className="sr">{t("ui.account", { name })}</span>
          <span className="avatar" aria-hidden data-advised={isAdvised || undefined}>
            {String.fromCodePoint(name.codePointAt(0) ?? 63)}
          </span>
          <span className="m-hide" aria-hidden>
            {name}
          </span>
          <span className="m-hide">
            <Icon name="chevron-down" size="s" />
          </span>
        </>
      }
    >
      {(close) => {
        const entry = (icon: IconName, title: string, act: () => void, className = "popup-item") => (
          <button
            key={title}
            type="button"
            className={className}
            onClick={() => {
              close();
              act();
            }}
          >
            <Icon name={icon} />
            {title}
          </button>
        );
        return (
          <>
            <h3>{note ? `${name} · ${note}` : name}</h3>
            {onHome && entry("home", t("ui.home"), onHome)}
            {onVenue && entry("building", t("ui.switchVenue"), onVenue)}
            {tools.map(({ icon, title, tablet, act }) => entry(icon, title, act, tablet ? "popup-item m-only" : "popup-item s-only"))}
            <hr />
            <h3>{t("ui.language")}</h3>
            <fieldset className="seg" aria-label={t("ui.language")}>
              {LANGUAGE_NAMES.map(([code, title]) => (
                <button
                  key={code}
                  type="button"
                  lang={code === "zh" ? "zh-CN" : "en"}
                  aria-pressed={code === language}
                  onClick={() => onLanguage(code)}
                >
                  {title}
                </button>
              ))}
            </fieldset>
            <h3>{t("ui.theme")}</h3>
            <fieldset className="seg" aria-label={t("ui.theme")}>
              {MODES.map(([code, icon]) => (
                <button key={code} type="button" aria-pressed={code === mode} onClick={() => onMode(code)}>
                  <Icon name={icon} />
                  {t(`ui.${code}`)}
                </button>
              ))}
            </fieldset>
            <hr />
            {onSettings && entry("settings", t("ui.settings"), onSettings)}
            {entry("lock", t("ui.changePassword"), openPassword)}
            {entry("shield", isAdvised ? t("shell.access.setUp") : t("ui.access"), openAccess)}
            {entry("logout", t("ui.logout"), onLogout)}
          </>
        );
      }}
    </Popover>
  );
}
