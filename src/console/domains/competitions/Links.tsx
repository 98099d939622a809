import { Link } from "react-router";
import { useT } from "../../i18n/use-t";
import type { TKey } from "../../i18n/keys";
import { can } from "../../providers/access-control";
import type { Code } from "../../../contract/core/permissions";

/** Next page that a record links to. */
interface Step {
  readonly to: string;
  readonly title: TKey;
  readonly code: Code;
}

/** The next places of a record, those that the person may open. */
export function Links({ steps }: { steps: readonly Step[] }) {
  const t = useT();
  return (
    <nav className="record-links" aria-label={t("competitions.links.whereNext")}>
      {steps
        .filter(({ code }) => can(code))
        .map(({ to, title }) => (
          <Link key={to} className="link" to={to}>
            {t(title)}
          </Link>
        ))}
    </nav>
  );
}
