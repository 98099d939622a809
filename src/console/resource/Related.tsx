/** Records that belong to the record shown: the newest ones, with links to all of them and to one more. */
import "./resource.css";
import { Link } from "react-router";
import { callsOf } from "../../contract/core/resource/calls";
import type { Resource } from "../../contract/core/resource/define";
import { nameKey } from "../../contract/core/resource/fields";
import type { TKey } from "../i18n/keys";
import type { Label } from "../../contract/core/resource/label";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { can } from "../providers/access-control";
import { valueOf } from "./cells";
import type { AnyRow } from "./parts";

/** Number of records that are shown. */
const SHOWN = 8;

interface Props {
  readonly title: TKey | Label;
  readonly resource: Resource;
  /** Its reference to the record; a filter. */
  readonly by: string;
  readonly row: AnyRow;
  /** Name of the record, for the form of one more. */
  readonly name: string;
  /** Fields shown of each, the first as its name. */
  readonly fields: readonly string[];
  readonly list: string;
  readonly form?: string;
}

export function Related({ title, resource, by, row, name, fields, list, form }: Props) {
  const t = useT();
  const read = useRead(callsOf<Resource>(resource).list, { [by]: row.id });
  if (!can(resource.codes.page)) return null;
  const rows = (read.data?.content as readonly AnyRow[] | undefined) ?? [];
  const total = read.data?.totalElements ?? 0;
  const { modify } = resource.codes;
  const more = new URLSearchParams({ [by]: row.id, [nameKey(by)]: name });
  return (
    <section className="related">
      <h3 className="record-group">
        {t(title)} <span className="mut">{total}</span>
        <span className="grow" />
        {total > 0 && (
          <Link className="link" to={`${list}?${new URLSearchParams({ [by]: row.id }).toString()}`}>
            {t("list.all")}
          </Link>
        )}
        {form !== undefined && modify !== undefined && can(modify) && (
          <Link className="link" to={`${form}?${more.toString()}`}>
            {t("resource.related.add")}
          </Link>
        )}
      </h3>
      {rows.length > 0 && (
        <ul>
          {rows.slice(0, SHOWN).map((one) => (
            <li key={one.id}>
              {fields.map((field, i) => {
                const spec = resource.fields[field];
                const cellText = spec && valueOf(field, spec, one, t);
                return i === 0 ? (
                  <Link key={field} to={`${list}/${one.id}`}>
                    {cellText}
                  </Link>
                ) : (
                  <span key={field}>{cellText}</span>
                );
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
