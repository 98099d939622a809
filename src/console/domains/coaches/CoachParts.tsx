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
        title={{ zh: "提现", en: "Withdrawals" }}
        resource={withdraws}
        fields={["no", "amount", "state"]}
        list="/coach/withdraw"
        form="/coach/withdraw-form"
      />
      <Related
        {...of}
        title={{ zh: "银行卡", en: "Bank cards" }}
        resource={bankCards}
        fields={["label", "holder"]}
        list="/coach/bank-card"
        form="/coach/bank-card-form"
      />
    </>
  );
}

export const parts: Parts = { record: Pay };
