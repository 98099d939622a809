import { useNavigate } from "react-router";
import type { Code } from "../../contract/permissions";
import { useT } from "../i18n/useT";
import { HOME } from "../resources";
import { Button } from "../ui/Button";
import { ForbiddenState } from "../ui/ForbiddenState";
import { useTitle } from "./useTitle";

/** A page whose code the person lacks: which code, and who can give it. */
export function NoPermission({ code }: { code?: Code | undefined }) {
  const t = useT();
  const go = useNavigate();
  useTitle(t("shell.noPermission"));
  return (
    <ForbiddenState {...(code === undefined ? {} : { what: t("shell.noPermissionHint", { code }) })}>
      <Button icon="home" onClick={() => void go(HOME)}>
        {t("shell.toHome")}
      </Button>
    </ForbiddenState>
  );
}
