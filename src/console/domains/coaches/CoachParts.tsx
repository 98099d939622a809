/** Coaches: withdrawals and bank cards on the record. */
import { bankCards, withdraws } from "../../../contract/coaches/coaches";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

function Pay({ row }: { readonly row: AnyRow }) {
  const of = { by: "coach", row, name: String(row["name"]) } as const;
  return (
    <>
      <Related
        {...of}
        title={"coaches.coachParts.withdrawals"}
        resource={withdraws}
        fields={["no", "amount", "state"]}
        list="/coach/withdraw"
        form="/coach/withdraw-form"
      />
      <Related
        {...of}
        title={"coaches.coachParts.bankCards"}
        resource={bankCards}
        fields={["label", "holder"]}
        list="/coach/bank-card"
        form="/coach/bank-card-form"
      />
    </>
  );
}

export const parts: Parts = { record: Pay };
