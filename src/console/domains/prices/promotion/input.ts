import type { Input } from "../../../../contract/call";
import { PROMOTION_KINDS, type promotions } from "../../../../contract/discounts";
import type { Values } from "../../../ui/form/FormPage";
import { numberOrNull, orNull, text } from "../../../ui/form/read";
import { windowInput } from "../fields/read";

/** The form's values as they travel. */
export function promotionInput(values: Values) {
  const kind = PROMOTION_KINDS.find((each) => each === values["kind"]) ?? "percent";
  return {
    ...windowInput(values),
    name: text(values["name"]),
    programId: orNull(values["programId"]),
    kind,
    percent: kind === "percent" ? numberOrNull(values["percent"]) : null,
    amount: kind === "percent" ? null : orNull(values["amount"]),
    stackable: values["stackable"] === true,
    on: values["on"] !== false,
  } satisfies Input<typeof promotions.create>;
}
