import type { Input } from "../../../contract/core/call";
import type { openPlay } from "../../../contract/openPlay/open-play";
import type { Values } from "../../ui/form/FormPage";
import { numberOr, numberTyped, text, texts } from "../../ui/form/read";

const record = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? { ...value } : {});

/** The form's values as they travel. */
export const termsInput = (values: Values) =>
  ({
    title: text(values["title"]),
    placeIds: texts(values["placeIds"]),
    day: text(values["day"]),
    start: numberOr(values["start"], 0),
    end: numberOr(values["end"], 0),
    capacity: numberTyped(values["capacity"]),
    minimum: numberTyped(values["minimum"]),
    price: text(values["price"]).trim(),
    levels: Object.entries(record(values["levels"])).flatMap(([cardTypeId, price]) => {
      const typed = text(price).trim();
      return typed === "" ? [] : [{ cardTypeId, price: typed }];
    }),
    deadlineHours: numberOr(values["deadlineHours"], 2),
    remark: text(values["remark"]),
  }) satisfies Input<typeof openPlay.create>;
