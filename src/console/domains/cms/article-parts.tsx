/** Articles: the text as a preview, categories and tags beside the list. */
import { Link } from "react-router";
import { useT } from "../../i18n/use-t";
import type { Parts } from "../../resource/parts";
import { Preview } from "./Preview";
import "./cms.css";

const LISTS = [
  { to: "/cms/category-list", title: "cms.article.categories" },
  { to: "/cms/tag-list", title: "cms.article.tags" },
] as const;

function Lists() {
  const t = useT();
  return LISTS.map(({ to, title }) => (
    <Link key={to} className="link" to={to}>
      {t(title)}
    </Link>
  ));
}

export const parts: Parts = { aside: Lists, cells: { body: (row) => <Preview row={row} /> } };
