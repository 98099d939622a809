import { useLogout } from "@refinedev/core";
import type { TKey } from "../i18n/keys";
import { useOther } from "../i18n/use-other";
import { useT } from "../i18n/use-t";
import { openHelp } from "../help/store";
import { openKeys } from "../keys/shortcuts";
import { openPaymentQr, openScanToPay, openVenueQr } from "../desk/dialogs";
import { usePreference } from "../session/preferences";
import { can } from "../providers/access-control";
import type { Navigate } from "../shell/NavLink";
import { openAccess } from "../shell/access";
import { openPassword } from "../shell/password";
import { choose } from "../shell/settings";
import { speak } from "../voice/speak";
import { VOICE_PREFERENCE, VOICES } from "../voice/voices";
import { type Entry, entryNames } from "./entry";

/** Returns the commands that are available anywhere and have no screen of their own. */
export function useCommands(go: Navigate, onSettings: () => void): readonly Entry[] {
  const t = useT();
  const { mutate: logout } = useLogout();
  const [, keepVoice] = usePreference(VOICE_PREFERENCE);
  const other = useOther();
  const namesOf = (key: TKey) => entryNames(key, t, other);
  return [
    { key: "keys", icon: "info", ...namesOf("palette.keys"), end: "?", run: openKeys },
    { key: "help", icon: "book", ...namesOf("palette.help"), end: "F1", run: openHelp },
    ...(can("scan_to_pay") ? [{ key: "scan", icon: "scan" as const, ...namesOf("pay.scan"), run: () => openScanToPay() }] : []),
    { key: "payment-qr", icon: "qr", ...namesOf("pay.paymentQr"), run: openPaymentQr },
    { key: "venue-qr", icon: "phone", ...namesOf("pay.venueQr"), run: openVenueQr },
    { key: "light", icon: "sun", ...namesOf("palette.light"), run: () => void choose({ mode: "light" }) },
    { key: "dark", icon: "moon", ...namesOf("palette.dark"), run: () => void choose({ mode: "dark" }) },
    { key: "system", icon: "screen", ...namesOf("palette.system"), run: () => void choose({ mode: "system" }) },
    { key: "zh", icon: "flag", ...namesOf("palette.chinese"), run: () => void choose({ language: "zh" }) },
    { key: "en", icon: "flag", ...namesOf("palette.english"), run: () => void choose({ language: "en" }) },
    ...VOICES.map((voice): Entry => ({
      key: `voice-${voice}`,
      icon: "voice",
      title: t("palette.voice", { voice: t(`live.voice${voice}`) }),
      run: () => {
        keepVoice(voice);
        speak(t(`live.voice${voice}`));
      },
    })),
    { key: "voice-off", icon: "voice", ...namesOf("palette.voiceOff"), run: () => keepVoice("off") },
    { key: "settings", icon: "settings", ...namesOf("palette.settings"), run: onSettings },
    { key: "password", icon: "lock", ...namesOf("ui.changePassword"), run: openPassword },
    { key: "access", icon: "shield", ...namesOf("ui.access"), run: openAccess },
    { key: "sites", icon: "building", ...namesOf("palette.switchVenue"), run: () => go("/sites") },
    { key: "logout", icon: "logout", ...namesOf("palette.logout"), run: () => logout() },
  ];
}
