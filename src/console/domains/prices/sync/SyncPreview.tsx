import type { SyncPreview as Preview } from "../../../../contract/prices/price-sync";
import { useT } from "../../../i18n/use-t";
import { grouped } from "../../../ui/grouped";
import { SyncSamples } from "./SyncSamples";

/** Shows the effect of a sync: slots that are new, re-priced, or unchanged because they are sold; and their first stretches. */
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
