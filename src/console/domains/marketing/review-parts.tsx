/** Reviews: what they say of each aspect, and who likes them, on the record. */
import { diggs, ratings } from "../../../contract/marketing/reviews";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

function Ratings({ row }: { readonly row: AnyRow }) {
  return (
    <>
      <Related
        by="review"
        row={row}
        name={String(row["author"])}
        title={"marketing.review.ratings"}
        resource={ratings}
        fields={["aspect", "score"]}
        list="/marketing/rating-list"
        form="/marketing/rating-form"
      />
      <Related
        by="review"
        row={row}
        name={String(row["author"])}
        title={"marketing.review.liked"}
        resource={diggs}
        fields={["source", "member"]}
        list="/marketing/digg-list"
        form="/marketing/digg-form"
      />
    </>
  );
}

export const parts: Parts = { record: Ratings };
