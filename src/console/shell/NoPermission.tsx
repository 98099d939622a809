import { useNavigate } from "react-router";
import { GROUPS } from "../../contract/core/groups";
import { useT } from "../i18n/use-t";
import type { Screen } from "../registry";
import { HOME } from "../resources";
import { lackingCode } from "../session/access";
import { useSession } from "../session/store";
import { Button } from "../ui/Button";
import { ForbiddenState } from "../ui/ForbiddenState";
import { useTitle } from "./use-title";

/** A page that the person may not open: what it or its group is called, and who can give it; or that venues of this kind have no use for it. */
export function NoPermission({ screen }: { screen?: Screen }) {
  const { codes } = useSession();
  const t = useT();
  const go = useNavigate();
  const code = screen && codes && lackingCode(screen, codes);
  const name = screen?.group && code === GROUPS[screen.group] ? t(`shell.group.${screen.group}`) : screen && t(screen.title);
  const describe = (): { readonly title?: string; readonly what?: string } => {
    if (name === undefined || codes === undefined) return {};
    if (code === undefined) return { title: t("shell.otherKind", { name }), what: t("shell.otherKindHint") };
    return { what: t("shell.noPermissionHint", { name }) };
  };
  const words = describe();
  useTitle(words.title ?? t("shell.noPermission"));
  return (
    <ForbiddenState {...words}>
      <Button icon="home" onClick={() => void go(HOME)}>
        {t("shell.toHome")}
      </Button>
    </ForbiddenState>
  );
}
