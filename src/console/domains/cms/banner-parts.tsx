/** Banners: their pictures on the record, in order. */
import { bannerItems } from "../../../contract/cms/cms";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

function Pictures({ row }: { readonly row: AnyRow }) {
  const edited = row["state"] === "draft" || row["state"] === "hidden";
  return (
    <Related
      title={"cms.banner.pictures"}
      resource={bannerItems}
      by="banner"
      row={row}
      name={String(row["title"])}
      fields={["title", "picture", "sequence"]}
      list="/cms/banner-item-list"
      {...(edited ? { form: "/cms/banner-item-form" } : {})}
    />
  );
}

export const parts: Parts = { record: Pictures };
