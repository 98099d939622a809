/** Reading a form's values, whatever its fields left there. */
import type { Values } from "../../../ui/form/FormPage";
import { text, orNull, numberOr, numbers, texts } from "../../../ui/form/read";

/** Fields of a rule's window (`WindowFields`) as they travel. */
export const windowInput = (values: Values) => ({
  placeIds: texts(values["placeIds"]),
  cardTypeId: orNull(values["cardTypeId"]),
  from: text(values["from"]),
  to: text(values["to"]),
  weekdays: numbers(values["weekdays"]),
  start: numberOr(values["start"], 0),
  end: numberOr(values["end"], 1_440),
});
