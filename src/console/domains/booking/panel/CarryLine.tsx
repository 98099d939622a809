import type { z } from "zod";
import type { OrderLine } from "../../../../contract/booking/booking";
import { useLanguage, useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Popover } from "../../../ui/Popover";
import { lineTimes } from "../words";
import { placeLabel } from "../../../ui/format-place";

type Line = z.infer<typeof OrderLine>;

/** Takes a line of an order into the hand: the only one at once, one of several by choice. */
export function CarryLine({
  title,
  lines,
  day,
  today,
  onLine,
}: {
  title: string;
  lines: readonly Line[];
  /** The order's day, which need not be said. */
  day: string;
  today: string;
  onLine: (line: Line) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const [only] = lines;
  if (!only) return null;
  if (lines.length === 1) return <Button onClick={() => onLine(only)}>{title}</Button>;
  return (
    <Popover align="end" className="btn" button={title}>
      {(close) =>
        lines.map((line) => (
          <button
            key={line.id}
            type="button"
            className="popup-item"
            onClick={() => {
              close();
              onLine(line);
            }}
          >
            {placeLabel(line.placeName, t)} {lineTimes(line, day, today, language)}
          </button>
        ))
      }
    </Popover>
  );
}
