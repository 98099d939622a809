import "./dashboard.css";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { finance, type Dashboard as Data } from "../../../contract/finance/finance";
import { fen, showFen } from "../../../contract/core/money";
import { addDays, clock, wall } from "../../../contract/core/time";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import { useLive } from "../../live/use-live";
import { can, useCanOpenPath } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { HeatMap, HeatScale } from "../../ui/HeatMap";
import { Icon } from "../../ui/Icon";
import { LineChart } from "../../ui/LineChart";
import { compact } from "../../ui/compact";
import { formatDay, shortDay, weekdayName } from "../../ui/format-time";
import { Skeleton } from "../../ui/Skeleton";
import { Sparkline } from "../../ui/Sparkline";
import { currencyOf } from "../../ui/Money";
import { StatTile, StatTiles } from "../../ui/StatTile";
import { Attention } from "./Attention";
import { Upcoming } from "./Upcoming";

const GRID = "/book/venue-booking";
const SESSIONS = "/book/hall-booking";

/** Today at the venue: money on both bases, use of places, who arrives, what needs attention. Every tile opens its screen. */
export function Dashboard() {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(finance.dashboard, {});
  const mayGrid = useCanOpenPath(GRID);
  useLive(["payment", "booking_changed", "booking_online"], () => void refetch());
  if (error && !data) return <ErrorState what={error.message} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label={t("ui.loading")} />;
  return (
    <div className="pad dashboard">
      <Head data={data} />
      <Tiles data={data} />
      <div className="dash-main">
        <Heat data={data} />
        {mayGrid && <Upcoming rows={data.upcoming} now={new Date(data.now)} />}
      </div>
      <div className="dash-rest">
        {data.trend.length > 0 && <Trend data={data} />}
        {data.takings && <Methods takings={data.takings} />}
        <Attention data={data} />
      </div>
    </div>
  );
}

function Head({ data }: { data: Data }) {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const mayBook = useCanOpenPath(GRID) && can("booking_create");
  const name = `${formatDay(data.day, data.day, language)}${language === "zh" ? "，" : ", "}${weekdayName(data.day, language)} ${shortDay(data.day, language, data.day)}`;
  return (
    <header className="page-head">
      <h1>{name}</h1>
      <span className="mut">{t("dashboard.asOf", { time: clock(wall(new Date(data.now), data.zone).minute) })}</span>
      <span className="grow" />
      {mayBook && (
        <CommandButton kind="primary" icon="plus" onClick={() => void navigate(GRID)}>
          {t("dashboard.book")}
        </CommandButton>
      )}
    </header>
  );
}

/** Rise or fall against the same weekday last week up to this time: sign and word, not colour alone. */
function Against({ value, compared, day }: { value: string; compared: string; day: string }) {
  const t = useT();
  const language = useLanguage();
  const before = fen(compared);
  if (before <= 0) return null;
  const weekday = t("dashboard.lastWeekday", { weekday: weekdayName(addDays(day, -7), language) });
  const tenths = Math.round(((fen(value) - before) * 1_000) / before);
  if (tenths === 0) return <span>{t("dashboard.same", { weekday })}</span>;
  const text = t("dashboard.against", {
    sign: tenths > 0 ? "+" : "−",
    percent: `${Math.floor(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10}`,
    weekday,
  });
  return (
    <span className={tenths > 0 ? "good" : "bad"}>
      <Icon name={tenths > 0 ? "arrow-up" : "arrow-down"} size="s" /> {text}
    </span>
  );
}

function Tiles({ data }: { data: Data }) {
  const t = useT();
  const { takings, earned, utilisation, arrivals } = data;
  const mayGrid = useCanOpenPath(GRID);
  return (
    <StatTiles>
      {takings && (
        <StatTile
          label={t("dashboard.takings")}
          unit={currencyOf(fen(takings.value))}
          value={<Opens to="/finance/booking-place-order/list">{showFen(Math.abs(fen(takings.value)))}</Opens>}
          spark={<Sparkline values={data.trend.map((point) => fen(point.takings))} />}
          note={
            <>
              <span>{t("dashboard.takingsHint", { recharge: showFen(fen(takings.recharge)) })}</span>
              <Against value={takings.value} compared={takings.compared} day={data.day} />
            </>
          }
        />
      )}
      {earned && (
        <StatTile
          label={t("dashboard.earned")}
          unit={currencyOf(fen(earned.value))}
          value={showFen(Math.abs(fen(earned.value)))}
          spark={<Sparkline tone="b" values={data.trend.map((point) => fen(point.earned))} />}
          note={
            <>
              <span>
                {earned.goal === null
                  ? t("dashboard.earnedHint")
                  : t("dashboard.goal", {
                      goal: showFen(fen(earned.goal)),
                      percent: Math.floor((Math.max(0, fen(earned.value)) * 100) / fen(earned.goal)),
                    })}
              </span>
              <Against value={earned.value} compared={earned.compared} day={data.day} />
            </>
          }
        />
      )}
      <StatTile
        label={t("dashboard.utilisation")}
        value={<Opens to={GRID}>{utilisation.percent}%</Opens>}
        note={t("dashboard.slots", { booked: utilisation.booked, slots: utilisation.slots, free: utilisation.freeTonight })}
      />
      <StatTile
        label={t("dashboard.arrivals")}
        value={<Opens to={mayGrid ? GRID : SESSIONS}>{arrivals.arrived}</Opens>}
        of={arrivals.expected}
        note={
          <>
            {arrivals.noShow > 0 && (
              <span className="bad">
                <Icon name="close" size="s" /> {t("dashboard.noShow", { count: arrivals.noShow })}
              </span>
            )}
            <span>{t("dashboard.inside", { count: arrivals.inside })}</span>
          </>
        }
      />
    </StatTiles>
  );
}

/** A figure that opens the screen behind it, for who may open that. */
function Opens({ to, children }: { to: string; children: ReactNode }) {
  const may = useCanOpenPath(to);
  if (!may) return children;
  return (
    <Link to={to} className="figure-link">
      {children}
    </Link>
  );
}

function Heat({ data }: { data: Data }) {
  const t = useT();
  const hour = Math.floor(wall(new Date(data.now), data.zone).minute / 60);
  const current = data.heat.hours.indexOf(hour);
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t("dashboard.heat")}</h2>
        <small className="m-hide">{t("dashboard.heatHint")}</small>
        <span className="grow" />
        <HeatScale low={t("dashboard.low")} high={t("dashboard.high")} />
      </div>
      <div className="card-body">
        <HeatMap
          label={t("dashboard.heat")}
          corner={t("dashboard.place")}
          columns={data.heat.hours.map(String)}
          {...(current === -1 ? {} : { current })}
          rows={data.heat.rows.map((row) => ({ key: row.placeId, name: row.name, values: row.percent }))}
        />
      </div>
    </section>
  );
}

function Trend({ data }: { data: Data }) {
  const t = useT();
  const language = useLanguage();
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t("dashboard.trend")}</h2>
        <small>{t("dashboard.trendHint")}</small>
      </div>
      <div className="card-body">
        <LineChart
          label={t("dashboard.trend")}
          x={data.trend.map((point) => shortDay(point.day, language, data.day))}
          series={[
            { name: t("dashboard.trendTakings"), tone: "a", values: data.trend.map((point) => fen(point.takings)) },
            { name: t("dashboard.trendEarned"), tone: "b", values: data.trend.map((point) => fen(point.earned)) },
          ]}
          show={showFen}
          axis={(amount) => compact(Math.trunc(amount / 100))}
        />
      </div>
    </section>
  );
}

function Methods({ takings }: { takings: NonNullable<Data["takings"]> }) {
  const t = useT();
  const top = Math.max(1, ...takings.byMethod.map((one) => fen(one.amount)));
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t("dashboard.methods")}</h2>
      </div>
      <div className="card-body bars">
        {takings.byMethod.length === 0 && <p className="mut">{t("dashboard.noTakings")}</p>}
        {takings.byMethod.map((one) => (
          <div key={one.type}>
            <span className="row">
              <span className="grow">{t(PAY_TYPE_LABELS[one.type])}</span>
              <b>{showFen(fen(one.amount))}</b>
            </span>
            <span className="meter" aria-hidden>
              <i style={{ width: `${Math.max(0, Math.round((fen(one.amount) * 100) / top))}%` }} />
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div className="pad dashboard" role="status" aria-label={label}>
      <div className="page-head">
        <Skeleton width="220px" height="24px" />
      </div>
      <div className="stats">
        {[0, 1, 2, 3].map((tile) => (
          <div key={tile} className="stat">
            <Skeleton width="40%" />
            <div style={{ height: 16 }} />
            <Skeleton width="70%" height="28px" />
            <div style={{ height: 16 }} />
            <Skeleton width="90%" />
          </div>
        ))}
      </div>
      <div className="dash-main">
        <section className="card" style={{ height: 360 }} />
        <section className="card" />
      </div>
    </div>
  );
}
