/** Organizations: their people on the record, the lists beside them. */
import { Link } from "react-router";
import { organizationUsers } from "../../../contract/unions/unions";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

const LISTS = [
  { to: "/platform/tenant-list", title: { zh: "租户", en: "Tenants" } },
  { to: "/platform/site-type-list", title: { zh: "站点类型", en: "Site types" } },
  { to: "/platform/organization-user-list", title: { zh: "人员", en: "People" } },
] as const;

function Lists() {
  const t = useT();
  return LISTS.map(({ to, title }) => (
    <Link key={to} className="link" to={to}>
      {t(title)}
    </Link>
  ));
}

function People({ row }: { readonly row: AnyRow }) {
  return (
    <Related
      title={{ zh: "人员", en: "People" }}
      resource={organizationUsers}
      by="organization"
      row={row}
      name={String(row["name"])}
      fields={["name", "roles", "phone"]}
      list="/platform/organization-user-list"
      form="/platform/organization-user-form"
    />
  );
}

export const parts: Parts = { aside: Lists, record: People };
