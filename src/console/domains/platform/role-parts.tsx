/** From a role's record to what it may do. */
import { useNavigate } from "react-router";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";

function ToMenu({ row }: { row: AnyRow }) {
  const t = useT();
  const navigate = useNavigate();
  if (!can("role_menu_form")) return null;
  return (
    <p className="row">
      <Button icon="lock" onClick={() => void navigate(`/venue/role-menu-form/${row.id}`)}>
        {t("platform.role.menuPermissions")}
      </Button>
    </p>
  );
}

export const parts: Parts = { record: ToMenu };
