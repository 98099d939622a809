import type { SyncPreview as Preview } from "../../../../contract/prices/priceSync";
import { useT } from "../../../i18n/useT";
import { grouped } from "../../../ui/grouped";
import { SyncSamples } from "./SyncSamples";

/** What a sync would do: slots that are new, re-priced, or kept because they are sold; and the first stretches of them. */
export function SyncPreview({ preview }: { preview: Preview }) {
  const t = useT();
  return (
    <>
      <dl className="figures sync-figures">
        {(["added", "repriced", "kept", "same"] as const).map((key) => (
          <div key={key}>
            <dt>{t(`prices.sync.${key}`)}</dt>
            <dd>{grouped(preview[key])}</dd>
          </div>
        ))}
      </dl>
      <p className="sec sync-sum">{t("prices.sync.over", { places: preview.places, days: preview.days, slots: grouped(preview.slots) })}</p>
      <SyncSamples samples={preview.samples} />
    </>
  );
}
