import { useT } from "../i18n/useT";
import { openHelp } from "../help/store";
import { openKeys } from "../keys/shortcuts";
import { openPaymentQr, openScanToPay, openVenueQr } from "../pay/dialogs";
import { logout } from "../session/enter";
import { usePreference } from "../session/preferences";
import { can } from "../session/store";
import type { Navigate } from "../shell/NavLink";
import { openPassword } from "../shell/password";
import { choose } from "../shell/settings";
import { speak } from "../voice/speak";
import { VOICE_PREFERENCE, VOICES } from "../voice/voices";
import type { Entry } from "./entry";

/** What can be done from anywhere, without a screen of its own. */
export function useCommands(go: Navigate, onSettings: () => void): readonly Entry[] {
  const t = useT();
  const [, keepVoice] = usePreference(VOICE_PREFERENCE);
  return [
    { key: "keys", icon: "info", title: t("palette.keys"), end: "?", run: openKeys },
    { key: "help", icon: "book", title: t("palette.help"), end: "F1", run: openHelp },
    ...(can("scan_to_pay") ? [{ key: "scan", icon: "scan" as const, title: t("pay.scan"), run: () => openScanToPay() }] : []),
    { key: "payment-qr", icon: "qr", title: t("pay.paymentQr"), run: openPaymentQr },
    { key: "venue-qr", icon: "phone", title: t("pay.venueQr"), run: openVenueQr },
    { key: "light", icon: "sun", title: t("palette.light"), run: () => void choose({ mode: "light" }) },
    { key: "dark", icon: "moon", title: t("palette.dark"), run: () => void choose({ mode: "dark" }) },
    { key: "system", icon: "screen", title: t("palette.system"), run: () => void choose({ mode: "system" }) },
    { key: "zh", icon: "flag", title: t("palette.chinese"), run: () => void choose({ language: "zh" }) },
    { key: "en", icon: "flag", title: t("palette.english"), run: () => void choose({ language: "en" }) },
    ...VOICES.map((voice): Entry => ({
      key: `voice-${voice}`,
      icon: "voice",
      title: t("palette.voice", { voice: t(`live.voice${voice}`) }),
      run: () => {
        keepVoice(voice);
        speak(t(`live.voice${voice}`));
      },
    })),
    { key: "voice-off", icon: "voice", title: t("palette.voiceOff"), run: () => keepVoice("off") },
    { key: "settings", icon: "settings", title: t("palette.settings"), run: onSettings },
    { key: "password", icon: "lock", title: t("ui.changePassword"), run: openPassword },
    { key: "sites", icon: "building", title: t("palette.switchVenue"), run: () => go("/sites") },
    { key: "logout", icon: "logout", title: t("palette.logout"), run: () => void logout() },
  ];
}
