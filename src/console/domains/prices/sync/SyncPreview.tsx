import type { SyncPreview as Preview } from "../../../../contract/priceSync";
import { useT } from "../../../i18n/useT";
import { grouped } from "../../../ui/grouped";
import { Money } from "../../../ui/Money";
import { StatusTag, type Tone } from "../../../ui/StatusTag";
import { WhenDay } from "../../../ui/When";
import { placeLabel } from "../../booking/words";
import { timeSpan } from "../words";

const TONE: Record<Preview["samples"][number]["outcome"], Tone> = { added: "success", repriced: "waiting", kept: "neutral" };

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
      {preview.samples.length === 0 ? (
        <p className="mut">{t("prices.sync.nothing")}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must do so by keyboard too
        <div className="sync-scroll" tabIndex={0} role="region" aria-label={t("prices.sync.samples")}>
          <table className="table" aria-label={t("prices.sync.samples")}>
            <thead>
              <tr>
                <th scope="col">{t("prices.day")}</th>
                <th scope="col">{t("prices.place")}</th>
                <th scope="col">{t("prices.time")}</th>
                <th scope="col">{t("prices.sync.outcome")}</th>
                <th scope="col" className="num">
                  {t("prices.effect.from")}
                </th>
                <th scope="col" className="num">
                  {t("prices.effect.to")}
                </th>
              </tr>
            </thead>
            <tbody>
              {preview.samples.map((sample) => (
                <tr key={`${sample.day} ${sample.placeId} ${sample.start}`}>
                  <td>
                    <WhenDay day={sample.day} />
                  </td>
                  <td title={sample.hallName}>{placeLabel(sample.placeName, t)}</td>
                  <td className="nowrap">{timeSpan(sample.start, sample.end)}</td>
                  <td>
                    <StatusTag tone={TONE[sample.outcome]}>{t(`prices.sync.${sample.outcome}`)}</StatusTag>
                  </td>
                  <td className="num">
                    <Money value={sample.from} />
                  </td>
                  <td className="num">
                    <Money value={sample.outcome === "kept" ? sample.from : sample.to} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
