/** A card type shows its name in its colour. */
import type { ColourStyle } from "../../../contract/enums";
import type { Parts } from "../../resource/parts";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { sayDiscount } from "../../ui/sayDiscount";

export const parts: Parts = {
  cells: {
    placePercent: (row, t) => sayDiscount(Number(row["placePercent"]), t),
    productPercent: (row, t) => sayDiscount(Number(row["productPercent"]), t),
    name: (row) => <CardTypeTag style={Number(row["colour"]) as ColourStyle}>{String(row["name"])}</CardTypeTag>,
  },
};
