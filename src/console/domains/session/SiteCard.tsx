import { apiAddress } from "../../api/host";
import type { Site } from "../../../contract/session/session";
import { useLanguage, useT } from "../../i18n/use-t";
import { Icon } from "../../ui/Icon";
import { shortDay } from "../../ui/format-time";

const STYLES = [600, 500, 400, 700, 200, 300, 100] as const;
/** The same venue has the same colour on every visit. */
const styleOf = (id: string): number =>
  STYLES[Array.from(id).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % STYLES.length] ?? 600;

/** A venue to choose: name, place, sports, today's bookings and utilisation. */
export function SiteCard({
  site,
  today,
  last,
  busy,
  onChoose,
}: {
  site: Site;
  /** The day that the page names; a venue where it is another day names its own. */
  today: string;
  last: boolean;
  busy: boolean;
  onChoose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const place = site.area ? t("sites.place", { city: site.city, area: site.area }) : site.city;
  return (
    <button type="button" className="site" aria-busy={busy || undefined} onClick={onChoose} data-last={last || undefined}>
      <span className="row">
        {site.logo ? (
          <img className="site-logo" src={apiAddress(site.logo)} alt="" />
        ) : (
          <span className={`site-logo style-${styleOf(site.venueId)}`}>{Array.from(site.name)[0]}</span>
        )}
        <span className="grow">
          <b className="cut">{site.name}</b>
          <small className="mut">{place}</small>
        </span>
      </span>
      <span className="site-tags">
        {site.tags.map((tag) => (
          <span key={tag} className="tag">
            {t(`sites.sport.${tag}`)}
          </span>
        ))}
        {last && (
          <span className="tag tag-brand">
            <Icon name="clock" />
            {t("sites.last")}
          </span>
        )}
      </span>
      <span className="site-figures">
        <span>
          <small className="mut">
            {t("sites.bookings")}
            {site.day !== undefined && site.day !== today && ` ${shortDay(site.day, language, today)}`}
          </small>
          <b>{site.bookingsToday}</b>
        </span>
        <span className="num">
          <small className="mut">{t("sites.utilisation")}</small>
          <b className="site-used">{site.utilisation}%</b>
        </span>
      </span>
    </button>
  );
}
