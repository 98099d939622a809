import { useId, type KeyboardEvent, type ReactNode } from "react";
import { useLanguage, useT } from "../i18n/use-t";
import { usePreference } from "../session/preferences";
import { adjustForContrast } from "../theme/colour";
import { DEFAULT_COLOUR, type Mode, PRESET_COLOURS, useTheme } from "../theme/mode";
import { VOICE_CHOICES, VOICE_PREFERENCE, voiceOf } from "../voice/voices";
import { Icon } from "../ui/Icon";
import type { IconName } from "../ui/icons";
import { useModal } from "../ui/use-modal";
import type { TKey } from "../i18n/keys";
import { choose, useSettings } from "./settings";

const MODES: readonly (readonly [Mode, IconName])[] = [
  ["light", "sun"],
  ["dark", "moon"],
  ["system", "screen"],
];

const NAMES: Readonly<Record<(typeof PRESET_COLOURS)[number], TKey>> = {
  "#409EFF": "shell.colours.lake",
  "#1890FF": "shell.colours.sky",
  "#304156": "shell.colours.slate",
  "#212121": "shell.colours.ink",
  "#11A983": "shell.colours.emerald",
  "#13C2C2": "shell.colours.cyan",
  "#6959CD": "shell.colours.purple",
  "#F5222D": "shell.colours.red",
};

/** The settings of the frame: everything is applied as it is chosen and kept for the person at this venue. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const theme = useTheme();
  const settings = useSettings();
  const [density, setDensity] = usePreference("density");
  const [voice, keepVoice] = usePreference(VOICE_PREFERENCE);
  const dialog = useModal();
  const id = useId();

  return (
    <dialog
      ref={dialog}
      className="settings"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <header>
        <h2 id={id}>{t("ui.settings")}</h2>
        <button type="button" className="tool" aria-label={t("common.close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="settings-body">
        <Choices
          title={t("ui.theme")}
          chosen={theme.mode}
          of={MODES.map(([key, icon]) => ({ key, title: t(`ui.${key}`), icon }))}
          onChoose={(mode) => void choose({ mode })}
        />
        <Colours chosen={theme.colour} dark={theme.dark} onChoose={(colour) => void choose({ colour })} />
        <Choices
          title={t("ui.language")}
          chosen={language}
          of={[
            { key: "zh", title: "中文" },
            { key: "en", title: "English" },
          ]}
          onChoose={(next) => void choose({ language: next })}
        />
        <Choices
          title={t("shell.density")}
          chosen={density === "compact" ? "compact" : "comfortable"}
          of={[
            { key: "comfortable", title: t("shell.comfortable") },
            { key: "compact", title: t("shell.compact") },
          ]}
          onChoose={(next) => setDensity(next === "compact" ? next : "")}
        />
        <Choices
          title={t("live.voice")}
          chosen={voiceOf(voice)}
          of={VOICE_CHOICES.map((key) => ({ key, title: t(key === "off" ? "live.voiceOff" : `live.voice${key}`) }))}
          onChoose={keepVoice}
        />
        <div className="settings-group">
          <Switch
            title={t("shell.tagsView")}
            hint={t("shell.tagsViewHint")}
            on={settings.tagsView}
            onSwitch={(tagsView) => void choose({ tagsView })}
          />
          <Switch
            title={t("shell.fixedHeader")}
            hint={t("shell.fixedHeaderHint")}
            on={settings.fixedHeader}
            onSwitch={(fixedHeader) => void choose({ fixedHeader })}
          />
          <Switch title={t("shell.sidebarLogo")} on={settings.sidebarLogo} onSwitch={(sidebarLogo) => void choose({ sidebarLogo })} />
        </div>
      </div>
      <footer className="mut">{t("shell.settingsKept")}</footer>
    </dialog>
  );
}

/** Arrow keys walk a group of radio buttons, and choose. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")];
  const next = all.at((all.findIndex((each) => each === document.activeElement) + step) % all.length);
  next?.focus();
  next?.click();
}

function Group({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className="settings-group">
      <h3 id={id}>{title}</h3>
      <div role="radiogroup" aria-labelledby={id} className={className} tabIndex={-1} onKeyDown={walk}>
        {children}
      </div>
    </div>
  );
}

function Choices<K extends string>({
  title,
  chosen,
  of,
  onChoose,
}: {
  title: string;
  chosen: K;
  of: readonly { readonly key: K; readonly title: string; readonly icon?: IconName }[];
  onChoose: (key: K) => void;
}) {
  return (
    <Group title={title} className="seg seg-block">
      {of.map((each) => (
        <button
          key={each.key}
          type="button"
          role="radio"
          aria-checked={each.key === chosen}
          tabIndex={each.key === chosen ? 0 : -1}
          onClick={() => onChoose(each.key)}
        >
          {each.icon && <Icon name={each.icon} />}
          {each.title}
        </button>
      ))}
    </Group>
  );
}

function Colours({ chosen, dark, onChoose }: { chosen: string; dark: boolean; onChoose: (colour: string) => void }) {
  const t = useT();
  const known = PRESET_COLOURS.some((colour) => colour === chosen);
  return (
    <Group title={t("shell.colour")} className="swatches">
      {PRESET_COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={colour === chosen}
          aria-label={`${t(NAMES[colour])} ${colour}`}
          title={`${t(NAMES[colour])} ${colour}`}
          tabIndex={colour === chosen || (!known && colour === DEFAULT_COLOUR) ? 0 : -1}
          // As the marks of the theme are drawn: visible on a dark surface too.
          style={{ background: dark ? adjustForContrast(colour, "#FFFFFF", "#1B232E", 3) : colour }}
          onClick={() => onChoose(colour)}
        >
          {colour === chosen && <Icon name="check" />}
        </button>
      ))}
    </Group>
  );
}

function Switch({ title, hint, on, onSwitch }: { title: string; hint?: string; on: boolean; onSwitch: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className="switch-row">
      <span className="grow">
        <span id={id}>{title}</span>
        {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      </span>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onClick={() => onSwitch(!on)}
      />
    </div>
  );
}
