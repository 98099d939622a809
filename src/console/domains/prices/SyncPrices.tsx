import "../../theme/form.css";
import "./prices.css";
import { useSearchParams } from "react-router";
import { useT } from "../../i18n/use-t";
import { ReleaseForm } from "./sync/ReleaseForm";
import { SyncForm } from "./sync/SyncForm";
import { SyncRuns } from "./sync/SyncRuns";

const DOES = ["write", "release"] as const;

/** Writes the prices of a plan down for days and places, or gives such days back to live prices; with the log of both. */
export function SyncPrices() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const does = search.get("does") === "release" ? "release" : "write";
  const turnTo = (what: (typeof DOES)[number]): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (what === "release") next.set("does", what);
        else next.delete("does");
        return next;
      },
      { replace: true },
    );
  return (
    <div className="pad sync-page">
      <header className="page-head">
        <h1>{t("prices.sync.title")}</h1>
        <span className="mut">{t(does === "release" ? "prices.sync.releaseHint" : "prices.sync.hint")}</span>
      </header>
      <div className="seg sync-does" role="group" aria-label={t("prices.sync.does")}>
        {DOES.map((what) => (
          <button key={what} type="button" aria-pressed={does === what} onClick={() => turnTo(what)}>
            {t(`prices.sync.do.${what}`)}
          </button>
        ))}
      </div>
      {/* A sync that runs, and what was chosen for the next, stand while the other is looked at. */}
      <div hidden={does === "release"}>
        <SyncForm />
      </div>
      {does === "release" && <ReleaseForm />}
      <section className="card sync-runs" aria-label={t("prices.sync.log")}>
        <h2>{t("prices.sync.log")}</h2>
        <SyncRuns />
      </section>
    </div>
  );
}
