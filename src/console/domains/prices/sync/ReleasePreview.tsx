import type { ReleasePreview as Preview } from "../../../../contract/prices/price-sync";
import { useT } from "../../../i18n/use-t";
import { grouped } from "../../../ui/grouped";
import { SyncSamples } from "./SyncSamples";

/** Shows the effect of releasing synced days: slots at another price, sold ones that retain theirs, and those that would have none. */
export function ReleasePreview({ preview }: { preview: Preview }) {
  const t = useT();
  if (preview.days === 0) return <p className="mut">{t("prices.sync.noneSynced")}</p>;
  return (
    <>
      <dl className="figures sync-figures">
        {(["repriced", "lost", "kept", "same"] as const).map((key) => (
          <div key={key}>
            <dt>{t(`prices.sync.${key}`)}</dt>
            <dd>{grouped(preview[key])}</dd>
          </div>
        ))}
      </dl>
      <p className="sec sync-sum">
        {t("prices.sync.releaseOver", {
          days: preview.days,
          slots: grouped(preview.slots),
          plans: preview.plans.join(t("shell.listComma")),
        })}
      </p>
      {preview.lost > 0 && <p className="notice notice-waiting">{t("prices.sync.lostHint", { count: preview.lost })}</p>}
      <SyncSamples samples={preview.samples} />
    </>
  );
}
