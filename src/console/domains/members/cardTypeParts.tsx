/** A card type shows its name in its colour, and the venues where it is good too. */
import { Select } from "antd";
import type { ColourStyle } from "../../../contract/enums";
import type { ControlProps, Parts } from "../../resource/parts";
import { useSession } from "../../session/store";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { sayDiscount } from "../../ui/sayDiscount";

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Venues by name; one that the person doesn't see by its number. */
function VenueNames({ ids }: { ids: readonly string[] }) {
  const { sites = [] } = useSession();
  return ids.map((id) => sites.find(({ venueId }) => venueId === id)?.name ?? id).join(", ");
}

function VenueChoice({ value, ...props }: ControlProps) {
  const { sites = [], venueId } = useSession();
  const options = sites.filter((site) => site.venueId !== venueId).map((site) => ({ value: site.venueId, label: site.name }));
  return <Select {...props} mode="multiple" optionFilterProp="label" value={[...listOf(value)]} options={options} />;
}

export const parts: Parts = {
  cells: {
    placePercent: (row, t) => sayDiscount(Number(row["placePercent"]), t),
    productPercent: (row, t) => sayDiscount(Number(row["productPercent"]), t),
    name: (row) => <CardTypeTag style={Number(row["colour"]) as ColourStyle}>{String(row["name"])}</CardTypeTag>,
    roamsAt: ({ roamsAt }) => (listOf(roamsAt).length > 0 ? <VenueNames ids={listOf(roamsAt)} /> : undefined),
  },
  controls: { roamsAt: VenueChoice },
};
