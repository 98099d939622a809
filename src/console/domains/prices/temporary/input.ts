import type { Input } from "../../../../contract/call";
import type { temporaryPrices } from "../../../../contract/pricing";
import type { Values } from "../../../ui/form/FormPage";
import { text } from "../../../ui/form/read";
import { windowInput } from "../fields/read";

/** The form's values as they travel. */
export function temporaryInput(values: Values) {
  return {
    ...windowInput(values),
    name: text(values["name"]),
    programId: text(values["programId"]),
    price: text(values["price"]).trim(),
    unit: values["unit"] === "head" ? "head" : "place",
    reason: text(values["reason"]),
  } satisfies Input<typeof temporaryPrices.create>;
}
