import type { SyncSample } from "../../../../contract/prices/price-sync";
import { useT } from "../../../i18n/use-t";
import { Money } from "../../../ui/Money";
import { StatusTag, type Tone } from "../../../ui/StatusTag";
import { WhenDay } from "../../../ui/When";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";

const TONE: Record<SyncSample["outcome"], Tone> = { added: "success", repriced: "waiting", kept: "neutral", lost: "error" };

/** The first stretches that a sync or a release would change. */
export function SyncSamples({ samples }: { samples: readonly SyncSample[] }) {
  const t = useT();
  if (samples.length === 0) return <p className="mut">{t("prices.sync.nothing")}</p>;
  return (
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
          {samples.map((sample) => (
            <tr key={`${sample.day} ${sample.placeId} ${sample.start}`}>
              <td>
                <WhenDay day={sample.day} />
              </td>
              <td title={sample.hallName}>{placeLabel(sample.placeName, t)}</td>
              <td className="nowrap">{span(sample.start, sample.end)}</td>
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
  );
}
