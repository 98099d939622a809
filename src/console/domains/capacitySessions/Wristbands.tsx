import { type FormEvent, useEffect, useRef, useState } from "react";
import { capacitySessions, type Wristband } from "../../../contract/capacitySessions/capacity-sessions";
import { useCall } from "../../api/use-call";
import type { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { confirm } from "../../ui/confirm";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { SkeletonText } from "../../ui/Skeleton";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { spanOf } from "./words";

type Bands = ReturnType<typeof useRead<typeof capacitySessions.bands>>;

/** Lists the people inside by wristband: finds one that is scanned or typed, and records its return. */
export function Wristbands({
  bands,
  code,
  onCode,
  onOpen,
  onClose,
}: {
  bands: Bands;
  /** The wristband that was scanned; "": none yet. */
  code: string;
  onCode: (code: string) => void;
  /** Shows the booking that a wristband was given to. */
  onOpen: (band: Wristband) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const all = bands.data?.content;
  const found = all?.find((band) => band.code === code);
  const search = (event: FormEvent): void => {
    event.preventDefault();
    const code = typed.trim().toUpperCase();
    if (code === "") return;
    setTyped("");
    if (all?.some((band) => band.code === code)) onCode(code);
    else notify.info(t("capacitySessions.bands.notOut", { code: code }));
  };
  const settled = (): void => {
    onCode("");
    void bands.refetch();
    input.current?.focus();
  };
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2>{t("capacitySessions.bands.title")}</h2>
          <p>{t("capacitySessions.bands.out", { count: all?.length ?? 0 })}</p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <form className="sess-find" onSubmit={search}>
        <span className="input">
          <input
            ref={input}
            value={typed}
            maxLength={24}
            aria-label={t("capacitySessions.bands.code")}
            placeholder={t("capacitySessions.bands.scan")}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <Button type="submit">{t("capacitySessions.bands.find")}</Button>
      </form>
      <div className="bd">
        {bands.error && !all ? (
          <ErrorState what={bands.error.message} onRetry={() => void bands.refetch()} retrying={bands.isFetching} />
        ) : !all ? (
          <SkeletonText lines={6} label={t("ui.loading")} />
        ) : all.length === 0 ? (
          <EmptyState icon="ticket" title={t("capacitySessions.bands.none")} hint={t("capacitySessions.bands.noneHint")} />
        ) : (
          <ul className="sess-list">
            {[...(found ? [found] : []), ...all.filter((band) => band !== found).toSorted((a, b) => b.lateMinutes - a.lateMinutes)].map(
              (band) => (
                <Band key={band.id} band={band} found={band === found} onOpen={() => onOpen(band)} onSettled={settled} />
              ),
            )}
          </ul>
        )}
      </div>
    </>
  );
}

function Band({ band, found, onOpen, onSettled }: { band: Wristband; found: boolean; onOpen: () => void; onSettled: () => void }) {
  const t = useT();
  const may = useCan("session_book");
  const { run, pending } = useCall(capacitySessions.settleBand);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (found) row.current?.querySelector<HTMLElement>(".btn-primary")?.focus();
  }, [found]);
  const { code } = band;
  const name = band.name || t("capacitySessions.walkIn");
  const settle = async (lost: boolean): Promise<void> => {
    const sure =
      !lost ||
      (await confirm({
        title: t("capacitySessions.bands.askLost", { code }),
        text: t("capacitySessions.bands.lostText", { name }),
        yes: t("capacitySessions.bands.lost"),
        danger: true,
      })) !== undefined;
    if (!sure) return;
    try {
      await run({ id: band.id, lost });
      notify.success(t(lost ? "capacitySessions.bands.isLost" : "capacitySessions.bands.isBack", { code, name }));
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    onSettled();
  };
  return (
    <li ref={row} data-found={found || undefined}>
      <p className="row">
        <b>{code}</b>
        <button type="button" className="link cut" onClick={onOpen}>
          {name}
        </button>
        <span className="grow" />
        {band.lateMinutes > 0 && <StatusTag tone="waiting">{t("capacitySessions.bands.late", { minutes: band.lateMinutes })}</StatusTag>}
      </p>
      <p className="row sess-small">
        <span className="cut">{[band.hallName, spanOf(band), band.sessionName].filter(Boolean).join(" ")}</span>
        <span className="grow" />
        <When at={band.givenAt} />
      </p>
      {may && (
        <div className="row sess-acts">
          <span className="grow" />
          <Button kind="quiet" aria-label={t("capacitySessions.bands.lostOf", { code })} onClick={() => void settle(true)}>
            {t("capacitySessions.bands.lost")}
          </Button>
          <Button
            {...(found ? { kind: "primary" as const } : {})}
            icon="check"
            busy={pending}
            aria-label={t("capacitySessions.bands.takeBackOf", { code })}
            onClick={() => void settle(false)}
          >
            {t("capacitySessions.bands.takeBack")}
          </Button>
        </div>
      )}
    </li>
  );
}
