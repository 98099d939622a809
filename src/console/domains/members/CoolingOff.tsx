import { useSyncExternalStore } from "react";
import { useLanguage, useT } from "../../i18n/use-t";
import { formatInstant, formatTimeLeft } from "../../ui/format-time";
import { StatusTag } from "../../ui/StatusTag";
import { useToday, watchTime } from "../../ui/today";
import { useZone } from "../../ui/zone";

/**
 * The clock of a cooling-off (members-and-cards): what is left of it and when it ends; nothing once it is over.
 * @param until ISO 8601 text, as it travels
 */
export function CoolingOff({ until }: { until: string }) {
  const t = useT();
  const language = useLanguage();
  const zone = useZone();
  const today = useToday();
  const end = Date.parse(until);
  const left = (): string => (end > Date.now() ? formatTimeLeft(end, Date.now(), language) : "");
  const leftText = useSyncExternalStore(watchTime, left, left);
  if (leftText === "") return null;
  return (
    <p className="row cooling-off" role="timer">
      <StatusTag tone="waiting">{t("members.coolingOff", { left: leftText })}</StatusTag>
      <time className="mut" dateTime={until}>
        {t("members.coolingOffUntil", { until: formatInstant(end, today, zone, language) })}
      </time>
    </p>
  );
}
