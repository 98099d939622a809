/** Published content, as a reader on a phone sees it: in a frame of its own, in which nothing can run. */
import { wordsOf } from "../../../contract/core/picture-text";
import { apiAddress, withApiAddresses } from "../../api/host";
import { useT } from "../../i18n/use-t";
import type { AnyRow } from "../../resource/parts";

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const plain = (value: unknown): string => (typeof value === "string" ? value.replaceAll(/[&<>"']/g, (mark) => MARKS[mark] ?? "") : "");
const STYLE =
  "body{font:16px/1.7 system-ui;margin:0;padding:16px;color:#141A24;background:#fff;overflow-wrap:anywhere}h1{font-size:21px;line-height:1.4;margin:0 0 8px}p.by{font-size:13px;color:#5b6675;margin:0 0 12px}img{max-width:100%;border-radius:6px}blockquote{margin:0;padding-left:12px;border-left:3px solid #d5dbe3;color:#5b6675}";

export function Preview({ row }: { readonly row: AnyRow }) {
  const t = useT();
  const by = [row["source"], row["author"], row["categoryName"]].map(plain).filter((part) => part !== "");
  const cover = plain(row["cover"]);
  const body = typeof row["body"] === "string" ? row["body"] : "";
  const page = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${plain(row["title"])}</h1><p class="by">${by.join(" · ")}</p>${
    cover === "" ? "" : `<p><img src="${apiAddress(cover)}" alt="${plain(wordsOf(cover))}"></p>`
  }${withApiAddresses(body)}`;
  return <iframe className="cms-preview" sandbox="" srcDoc={page} title={t("cms.preview.preview")} />;
}
