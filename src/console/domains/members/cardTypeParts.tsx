/** A card type shows its name in its colour. */
import type { ColourStyle } from "../../../contract/enums";
import type { Parts } from "../../resource/parts";
import { CardTypeTag } from "../../ui/CardTypeTag";

export const parts: Parts = {
  cells: { name: (row) => <CardTypeTag style={Number(row["colour"]) as ColourStyle}>{String(row["name"])}</CardTypeTag> },
};
