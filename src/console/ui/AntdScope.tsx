import "@ant-design/v5-patch-for-react-19";
import { App, ConfigProvider } from "antd";
import en from "antd/es/locale/en_US";
import zh from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { useMemo, type ReactNode } from "react";
import { antdTheme } from "../theme/antd";
import { useTheme } from "../theme/mode";
import { useLanguage } from "../i18n/use-t";

/** A refused form shows its first fault amid the screen, so that its label is in sight, and focuses it. */
export const FIRST_FAULT = { block: "center", focus: true } as const;

/** Returns the container for a control's lists: its dialog, because everything outside an open dialog receives no clicks. */
const popupPlace = (control?: HTMLElement): HTMLElement => control?.closest("dialog") ?? document.body;

/**
 * Provides the surroundings that antd needs: our theme, its words in the language on screen, and `App.useApp()` for messages. Wrap each
 * place that a lazy chunk of antd renders; the shell and the first rows work without it.
 */
export function AntdScope({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const theme = useTheme();
  const config = useMemo(() => antdTheme(theme), [theme]);
  dayjs.locale(language === "zh" ? "zh-cn" : "en");
  return (
    <ConfigProvider
      theme={config}
      locale={language === "zh" ? zh : en}
      button={{ autoInsertSpace: false }}
      form={{ colon: false, scrollToFirstError: FIRST_FAULT }}
      getPopupContainer={popupPlace}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
