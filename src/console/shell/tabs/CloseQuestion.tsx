import { useT } from "../../i18n/use-t";
import { screens } from "../../resources";
import { Ask } from "../../ui/Ask";
import type { Tab } from "./model";

/** Tabs with unsaved input are about to close: may it be lost? */
export function CloseQuestion({ tabs, onAnswer }: { tabs: readonly Tab[]; onAnswer: (lose: boolean) => void }) {
  const t = useT();
  const title = ({ screen, subject }: Tab): string => {
    const known = screens.find(({ name }) => name === screen);
    return [subject, known && t(known.title)].filter((part) => part !== undefined).join(" · ");
  };
  return (
    <Ask
      title={t("shell.closeUnsaved")}
      onClose={() => onAnswer(false)}
      answers={[
        { title: t("shell.closeAnyway"), act: () => onAnswer(true), kind: "danger" },
        { title: t("shell.keepOpen"), act: () => onAnswer(false), kind: "primary" },
      ]}
    >
      {t("shell.closeUnsavedText", { tabs: tabs.map(title).join(t("shell.listComma")) })}
    </Ask>
  );
}
