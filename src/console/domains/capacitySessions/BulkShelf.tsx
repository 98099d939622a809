import { type HallSession, MOST_SHELVED, capacitySessions as calls } from "../../../contract/capacitySessions/capacity-sessions";
import { hallBooking, next } from "../../../contract/core/states";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";

/** Puts the picked sessions on sale together, or takes them off: all of them, or none where one refuses. */
export function BulkShelf({
  shown,
  picked,
  onPicked,
  onDone,
  onClose,
}: {
  shown: readonly HallSession[];
  picked: ReadonlySet<string>;
  onPicked: (picked: ReadonlySet<string>) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const shelve = useCall(calls.shelve);
  const chosen = shown.filter((session) => picked.has(session.id));
  const that = (action: "shelve" | "unshelve"): string[] =>
    chosen.filter((session) => next(hallBooking, session.status, action) !== undefined).map((session) => session.id);
  const movable = shown.filter((session) => session.status !== "finished" && session.status !== "cancelled").map((session) => session.id);
  const isAll = movable.length > 0 && movable.every((id) => picked.has(id));
  const ways = [
    { onShelf: true, ids: that("shelve"), icon: "arrow-up", title: "capacitySessions.bulk.shelve", said: "capacitySessions.bulk.shelved" },
    {
      onShelf: false,
      ids: that("unshelve"),
      icon: "arrow-down",
      title: "capacitySessions.bulk.unshelve",
      said: "capacitySessions.bulk.unshelved",
    },
  ] as const;
  const move = ({ onShelf, ids, said }: (typeof ways)[number]): void => {
    shelve
      .run({ ids: [...ids], onShelf })
      .then(() => {
        notify.success(t(said, { count: ids.length }));
        onPicked(new Set());
        onDone();
      })
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  return (
    <div className="sess-bulk" role="toolbar" aria-label={t("capacitySessions.bulk.title")}>
      <b role="status">{t("capacitySessions.bulk.picked", { count: chosen.length })}</b>
      <button type="button" className="link" onClick={() => onPicked(new Set(isAll ? [] : movable))}>
        {t(isAll ? "capacitySessions.bulk.none" : "capacitySessions.bulk.all")}
      </button>
      <span className="grow" />
      {ways.map((way) => (
        <Button
          key={way.title}
          icon={way.icon}
          busy={shelve.pending}
          why={
            way.ids.length > MOST_SHELVED
              ? t("capacitySessions.bulkShelf.mostTime", { most: MOST_SHELVED })
              : way.ids.length === 0
                ? t(
                    chosen.length === 0
                      ? "capacitySessions.bulkShelf.chooseSessionsFirst"
                      : way.onShelf
                        ? "capacitySessions.bulkShelf.noneChosenSessionsCan"
                        : "capacitySessions.bulkShelf.noneChosenSessionsCanTaken",
                  )
                : undefined
          }
          whyInTooltip={way.ids.length === 0}
          onClick={() => move(way)}
        >
          {t(way.title, { count: way.ids.length })}
        </Button>
      ))}
      <Button kind="quiet" icon="close" aria-label={t("capacitySessions.bulk.leave")} onClick={onClose} />
    </div>
  );
}
