import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Popover } from "../../../ui/Popover";
import type { Part } from "../grid/extent";
import { type Ground, programsOf } from "../grid/layout";
import { placeLabel } from "../../../ui/format-place";

/** Which courts are on show: all, those of a sport, of a hall, or the week of one. */
export function PartFilter({ grid, part, onPart }: { grid: Ground; part: Part; onPart: (part: Part) => void }) {
  const t = useT();
  const programs = programsOf(grid);
  const hall = grid.halls.find((each) => each.id === part.hallId);
  if (part.placeId !== undefined)
    return (
      <div className="row week-of">
        <Button icon="chevron-left" onClick={() => onPart({})}>
          {t("booking.view.all")}
        </Button>
        <span className="input">
          <select aria-label={t("booking.view.place")} value={part.placeId} onChange={(event) => onPart({ placeId: event.target.value })}>
            {grid.halls.map((each) => (
              <optgroup key={each.id} label={each.name}>
                {grid.places
                  .filter((place) => place.hallId === each.id)
                  .map((place) => (
                    <option key={place.id} value={place.id}>
                      {placeLabel(place.name, t)}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </span>
      </div>
    );
  if (hall)
    return (
      <button type="button" className="chip" onClick={() => onPart({ programId: part.programId })}>
        <b>{hall.name}</b>
        <Icon name="close" size="s" label={t("booking.view.allHalls")} />
      </button>
    );
  if (programs.length < 2) return null;
  return (
    <div className="seg" role="group" aria-label={t("booking.bar.programs")}>
      <button type="button" aria-pressed={part.programId === undefined} onClick={() => onPart({})}>
        {t("booking.bar.all", { count: programs.reduce((sum, program) => sum + program.places, 0) })}
      </button>
      {programs.map((program) => (
        <button
          key={program.id}
          type="button"
          aria-pressed={part.programId === program.id}
          onClick={() => onPart({ programId: program.id })}
        >
          {t("booking.bar.program", { name: program.name, count: program.places })}
        </button>
      ))}
    </div>
  );
}

/** Renders seldom needed tools: halls, a court's week, the orientation of the grid, the waitlist, closing courts and past closings. */
export function GridMore({
  grid,
  part,
  waiting,
  across,
  onPart,
  onAcross,
  onWaitlist,
  onClosing,
  onClosings,
}: {
  grid: Ground;
  part: Part;
  waiting: number;
  across: boolean;
  onPart: (part: Part) => void;
  onAcross: () => void;
  onWaitlist: () => void;
  onClosing: () => void;
  onClosings: () => void;
}) {
  const t = useT();
  const mayClose = useCan("booking_close");
  const [first] = grid.places;
  return (
    <Popover
      align="end"
      className={waiting > 0 ? "btn btn-icon has-count" : "btn btn-icon"}
      label={waiting > 0 ? `${t("booking.choice.more")} · ${t("booking.wait.count", { count: waiting })}` : t("booking.choice.more")}
      button={
        <>
          <Icon name="more" />
          {waiting > 0 && <span className="count">{waiting}</span>}
        </>
      }
    >
      {(close) => {
        const item = (icon: Parameters<typeof Icon>[0]["name"], title: string, act: () => void, pressed?: boolean) => (
          <button
            key={title}
            type="button"
            className="popup-item"
            aria-pressed={pressed}
            onClick={() => {
              close();
              act();
            }}
          >
            <Icon name={pressed ? "check" : icon} />
            {title}
          </button>
        );
        return (
          <>
            {item("clock", waiting > 0 ? `${t("booking.wait.title")} ${waiting}` : t("booking.wait.title"), onWaitlist)}
            {mayClose && item("lock", t("booking.closing.menu"), onClosing)}
            {item("lock", t("booking.closing.log"), onClosings)}
            <hr />
            {item("swap", t(across ? "booking.view.down" : "booking.view.across"), onAcross)}
            {part.placeId === undefined && first && item("calendar", t("booking.view.weekOf"), () => onPart({ placeId: first.id }))}
            {grid.halls.length > 1 && (
              <>
                <hr />
                <h3>{t("booking.view.halls")}</h3>
                {item("grid", t("booking.view.allHalls"), () => onPart({}), part.hallId === undefined && part.placeId === undefined)}
                {grid.halls.map((hall) => item("grid", hall.name, () => onPart({ hallId: hall.id }), part.hallId === hall.id))}
              </>
            )}
          </>
        );
      }}
    </Popover>
  );
}
