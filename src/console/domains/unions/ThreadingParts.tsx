/** Threading masters: what they can do and which brands they use, on the record. */
import { threadingBrands, threadingSkills } from "../../../contract/unions/unions";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

function Details({ row }: { readonly row: AnyRow }) {
  const of = { by: "threading", row, name: String(row["name"]) } as const;
  return (
    <>
      <Related
        {...of}
        title={"unions.threadingParts.skills"}
        resource={threadingSkills}
        fields={["name", "price", "minutes"]}
        list="/platform/threading-skill-list"
        form="/platform/threading-skill-form"
      />
      <Related
        {...of}
        title={"unions.threadingParts.brands"}
        resource={threadingBrands}
        fields={["name", "models"]}
        list="/platform/threading-brand-list"
        form="/platform/threading-brand-form"
      />
    </>
  );
}

export const parts: Parts = { record: Details };
