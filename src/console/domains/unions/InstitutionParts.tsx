/** Training institutions: their coaches on the record. */
import { coaches } from "../../../contract/coaches/coaches";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

function Coaches({ row }: { readonly row: AnyRow }) {
  return (
    <Related
      title={"unions.institutionParts.coaches"}
      resource={coaches}
      by="institution"
      row={row}
      name={String(row["name"])}
      fields={["name", "level", "state"]}
      list="/coach/coach-list"
      form="/coach/coach-form"
    />
  );
}

export const parts: Parts = { record: Coaches };
