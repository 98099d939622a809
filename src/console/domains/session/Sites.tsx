/** Choosing the venue: the last one first; arrows, Enter, `/` to search; a single venue is chosen at once. */
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { enterSite } from "../../boot";
import { chooseLanguage } from "../../i18n/i18n";
import { loadPinyin } from "../../i18n/initials";
import { useLanguage, useT } from "../../i18n/use-t";
import { forgetAnswers, seed } from "../../providers/queries";
import { failureKind } from "../../session/failure";
import { storedVenueId } from "../../session/storage";
import { useSession } from "../../session/store";
import { UserMenu } from "../../shell/UserMenu";
import { useUser } from "../../shell/use-user";
import { useTitle } from "../../shell/use-title";
import { chooseTheme, useTheme } from "../../theme/mode";
import { EmptyState } from "../../ui/EmptyState";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { notify } from "../../ui/notices";
import { shortDay, weekdayName } from "../../ui/format-time";
import { dayOf, DEFAULT_ZONE } from "../../../contract/core/time";
import { SiteCard } from "./SiteCard";
import { sitesFound } from "./sites-found";
import { anyUnsaved } from "../../ui/use-unsaved";
import { isOfInputMethod } from "../../keys/ime";

export function Sites() {
  const t = useT();
  const language = useLanguage();
  const theme = useTheme();
  const user = useUser();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { sites } = useSession();
  const [last] = useState(storedVenueId);
  const [typed, setTyped] = useState("");
  const [pinyin, setPinyin] = useState(false);
  const [entering, setEntering] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useTitle(t("sites.title"));

  const visible = useMemo(
    () => sitesFound(sites ?? [], typed, last),
    // oxlint-disable-next-line react/exhaustive-deps -- the pinyin dictionary changes what is found
    [sites, typed, last, pinyin],
  );

  const enter = useCallback(
    async (venueId: string): Promise<void> => {
      setEntering(venueId);
      try {
        await forgetAnswers();
        const { to, seeds } = await enterSite(venueId, search);
        seed(seeds);
        await navigate(to, { replace: true });
      } catch (error) {
        // Once inside, this page is gone: only who stays chooses again.
        setEntering(undefined);
        if (failureKind(error) !== "refused" || !(error instanceof Error)) throw error;
        notify.error(error.message);
      }
    },
    [navigate, search],
  );

  const only = sites?.length === 1 ? sites[0]?.venueId : undefined;
  const begun = useRef(false);
  useEffect(() => {
    if (only === undefined || begun.current) return;
    begun.current = true;
    void enter(only);
  }, [only, enter]);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) list.current?.querySelector("button")?.focus();
  }, []);
  useEffect(() => {
    const slash = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", slash);
    return () => document.removeEventListener("keydown", slash);
  }, []);

  const cards = (): HTMLButtonElement[] => [...(list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])];
  const walk = (event: KeyboardEvent): void => {
    const all = cards();
    const here = all.findIndex((card) => card === document.activeElement);
    const columns = all.filter((card) => card.offsetTop === all[0]?.offsetTop).length || 1;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (here + step < 0) field.current?.focus();
    else all[Math.min(here + step, all.length - 1)]?.focus();
  };

  const today = sites?.[0]?.day ?? dayOf(Date.now(), DEFAULT_ZONE);
  return (
    <div className="sites">
      <header className="sites-top">
        <span className="logo">
          <Icon name="racket" />
        </span>
        <b className="grow">{t("ui.product")}</b>
        <UserMenu
          {...user}
          language={language}
          onLanguage={(next) => void chooseLanguage(next)}
          mode={theme.mode}
          onMode={(mode) => chooseTheme({ mode })}
        />
      </header>
      <main className="sites-main" id="page">
        <div className="sites-head">
          <div className="grow">
            <h1>{t("sites.title")}</h1>
            <p className="mut">{t("sites.today", { weekday: weekdayName(today, language), day: shortDay(today, language, today) })}</p>
          </div>
          <label className="input input-lg sites-search">
            <Icon name="search" />
            <input
              ref={field}
              type="search"
              value={typed}
              placeholder={t("sites.search")}
              aria-label={t("sites.search")}
              onFocus={() => void loadPinyin().then(() => setPinyin(true))}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (isOfInputMethod(event)) return;
                if (event.key === "Enter" && visible[0]) void enter(visible[0].venueId);
                if (event.key === "ArrowDown") {
                  event.preventDefault();
                  cards()[0]?.focus();
                }
              }}
            />
            <Kbd>/</Kbd>
          </label>
        </div>
        {visible.length === 0 ? (
          <EmptyState icon="search" title={t("sites.none", { q: typed })} hint={t("sites.noneHint")} />
        ) : (
          <div ref={list} className="sites-cards" role="group" aria-label={t("sites.title")} onKeyDown={walk}>
            {visible.map((site) => (
              <SiteCard
                today={today}
                key={site.venueId}
                site={site}
                last={site.venueId === last}
                busy={site.venueId === entering}
                onChoose={() => void (entering === undefined && !anyUnsaved() && enter(site.venueId))}
              />
            ))}
          </div>
        )}
        <p className="sites-keys mut m-hide">
          <span>
            <Kbd>←</Kbd> <Kbd>→</Kbd> {t("sites.choose")}
          </span>
          <span>
            <Kbd>↵</Kbd> {t("sites.enter")}
          </span>
        </p>
      </main>
    </div>
  );
}
