/** A hall opens in its form, with its map. */
import type { halls } from "../../../contract/places/halls";
import { PLACE_ICONS } from "../../../contract/places/places";
import { partsOf } from "../../resource/parts";
import { When } from "../../ui/When";
import { PlaceMark } from "./PlaceMark";

export const parts = partsOf<typeof halls>({
  open: ({ id }) => `/venue-place/hall-form/${id}`,
  cells: {
    name: ({ icon, name }) => (
      <span className="row">
        <PlaceMark icon={PLACE_ICONS.find((each) => each === icon) ?? null} />
        {name}
      </span>
    ),
    places: ({ places, linked, off }, t) => (
      <span>
        {places}
        {linked > 0 && <span className="sec"> · {t("places.parts.joined", { linked })}</span>}
        {off > 0 && <span className="mut"> · {t("places.parts.off", { off })}</span>}
      </span>
    ),
    changedAt: ({ changedAt, changedBy }) =>
      changedAt === null ? null : (
        <span>
          <When at={changedAt} /> <span className="sec">{changedBy}</span>
        </span>
      ),
  },
});
