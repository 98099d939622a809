/** Organizations: their people on the record, the lists beside them. */
import { Link } from "react-router";
import { organizationUsers } from "../../../contract/unions/unions";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

const LISTS = [
  { to: "/platform/tenant-list", title: "unions.organizationParts.tenants" },
  { to: "/platform/site-type-list", title: "unions.organizationParts.siteTypes" },
  { to: "/platform/organization-user-list", title: "unions.organizationParts.people" },
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
      title={"unions.organizationParts.people"}
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
