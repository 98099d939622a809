import { useState } from "react";
import { showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { Popover } from "../../../ui/Popover";
import { useWeekdays } from "../../../ui/format-days";
import type { Selection } from "./use-matrix-events";
import {
  adjust,
  areaOf,
  CLASSES,
  copyClass,
  copyDay,
  fill,
  heatSteps,
  type Hours,
  priceAt,
  type PriceClass,
  readChange,
  saysNothing,
  type Sheet,
  cellsOnSale,
  togglePeak,
} from "./sheet";
import type { SheetHandle } from "./use-sheet";

/** Offers the actions on the selected cells, on whole days and on a class of customer. */
export function Tools({ handle, kind, hours, selection }: { handle: SheetHandle; kind: PriceClass; hours: Hours; selection: Selection }) {
  const t = useT();
  const { sheet, change } = handle;
  const [by, setBy] = useState("");
  const spots = cellsOnSale(areaOf(selection.anchor, selection.focus), hours);
  const step = readChange(by);
  const wrong = by.trim() !== "" && step === undefined;
  return (
    <div className="pm-tools" role="toolbar" aria-label={t("prices.tools")}>
      <Button kind="quiet" icon="chevron-left" spent={!handle.undo} onClick={handle.undo} aria-keyshortcuts="Control+Z">
        {t("prices.undo")}
      </Button>
      <Button kind="quiet" spent={!handle.redo} onClick={handle.redo} aria-keyshortcuts="Control+Y">
        {t("prices.redo")}
        <Icon name="chevron-right" />
      </Button>
      <span className="divider" />
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (step) change(adjust(sheet, kind, spots, step));
        }}
      >
        <span className="input pm-by" data-wrong={wrong || undefined}>
          <input
            aria-label={t("prices.changeBy")}
            aria-invalid={wrong || undefined}
            placeholder={t("prices.changeHint")}
            autoComplete="off"
            value={by}
            onChange={(event) => setBy(event.target.value)}
          />
        </span>
        <Button
          type="submit"
          why={step ? undefined : t(wrong ? "prices.toolsPage.writeLike510" : "prices.toolsPage.enterChangeFirstSuch")}
          whyInTooltip={!wrong}
        >
          {t("prices.apply")}
        </Button>
      </form>
      <CopyDays handle={handle} kind={kind} hours={hours} from={selection.focus.day} />
      {kind === "walkIn" ? (
        <Button aria-keyshortcuts="P" onClick={() => change(togglePeak(sheet, spots))}>
          {t("prices.markPeak")}
        </Button>
      ) : (
        <CopyFrom handle={handle} kind={kind} hours={hours} />
      )}
      <Button kind="quiet" aria-keyshortcuts="Delete" onClick={() => change(fill(sheet, kind, spots, null))}>
        {kind === "walkIn" ? t("prices.clearCells") : t("prices.asWalkIn")}
      </Button>
    </div>
  );
}

const PRESETS = [
  { key: "workdays", days: [0, 1, 2, 3, 4] },
  { key: "weekend", days: [5, 6] },
  { key: "all", days: [0, 1, 2, 3, 4, 5, 6] },
] as const;

function CopyDays({ handle, kind, hours, from }: { handle: SheetHandle; kind: PriceClass; hours: Hours; from: number }) {
  const t = useT();
  const names = useWeekdays();
  const [days, setDays] = useState<readonly number[]>([]);
  const others = days.filter((day) => day !== from);
  return (
    <Popover
      className="btn"
      button={
        <>
          <Icon name="copy" />
          {t("prices.copyDay", { day: names[from] ?? "" })}
        </>
      }
    >
      {(close) => (
        <div className="pm-copy">
          <div className="row">
            {PRESETS.map((preset) => (
              <button key={preset.key} type="button" className="link" onClick={() => setDays(preset.days)}>
                {t(`prices.preset.${preset.key}`)}
              </button>
            ))}
          </div>
          <div className="chips" role="group" aria-label={t("prices.copyTo")}>
            {names.map((name, day) => (
              <button
                key={name}
                type="button"
                disabled={day === from}
                title={day === from ? t("prices.toolsPage.dayCopied") : undefined}
                aria-pressed={day !== from && days.includes(day)}
                onClick={() => setDays(days.includes(day) ? days.filter((each) => each !== day) : [...days, day])}
              >
                {name}
              </button>
            ))}
          </div>
          <Button
            kind="primary"
            why={others.length === 0 ? t("prices.toolsPage.chooseDaysCopyFirst") : undefined}
            onClick={() => {
              handle.change(copyDay(handle.sheet, kind, from, others, hours));
              close();
            }}
          >
            {t("prices.copyDo")}
          </Button>
        </div>
      )}
    </Popover>
  );
}

function CopyFrom({ handle, kind, hours }: { handle: SheetHandle; kind: PriceClass; hours: Hours }) {
  const t = useT();
  return (
    <Popover
      className="btn"
      button={
        <>
          <Icon name="copy" />
          {t("prices.copyClass")}
        </>
      }
    >
      {(close) => (
        <div className="pm-copy">
          {CLASSES.filter((each) => each !== kind).map((each) => (
            <Button
              key={each}
              onClick={() => {
                handle.change(copyClass(handle.sheet, each, kind, hours));
                close();
              }}
            >
              {t("prices.copyFrom", { name: t(`prices.classes.${each}`) })}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** Classes of customer as tabs; one without prices of its own says so. */
export function ClassTabs({ sheet, kind, onKind }: { sheet: Sheet; kind: PriceClass; onKind: (kind: PriceClass) => void }) {
  const t = useT();
  return (
    <div className="seg" role="group" aria-label={t("prices.consumer")}>
      {CLASSES.map((each) => (
        <button key={each} type="button" aria-pressed={each === kind} onClick={() => onKind(each)}>
          {t(`prices.classes.${each}`)}
          {each !== "walkIn" && saysNothing(sheet.prices[each]) && <small className="mut">{t("prices.likeWalkIn")}</small>}
        </button>
      ))}
    </div>
  );
}

/** The colours with the price from which each stands, and what is chosen. */
export function Legend({ sheet, kind, hours, selection }: { sheet: Sheet; kind: PriceClass; hours: Hours; selection: Selection }) {
  const t = useT();
  const steps = heatSteps(sheet, kind, hours);
  const spots = cellsOnSale(areaOf(selection.anchor, selection.focus), hours);
  const prices = spots.flatMap((spot) => priceAt(sheet, kind, spot).price ?? []);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const range = prices.length === 0 ? t("prices.noPrice") : low === high ? showFen(low) : `${showFen(low)} – ${showFen(high)}`;
  return (
    <div className="pm-legend">
      {steps.map((least, i) => (
        <span key={least} className="pm-step">
          <i data-heat={i + 1} />
          {steps.length > 3 && i < steps.length - 1 ? t("prices.fromPrice", { price: showFen(least) }) : showFen(least)}
        </span>
      ))}
      <span className="pm-step">
        <i data-peak />
        {t("prices.peak")}
      </span>
      <span className="pm-step">
        <i data-changed />
        {t("prices.changed")}
      </span>
      <span className="grow" />
      <span className="sec" role="status">
        {t("prices.chosen", { count: spots.length, range })}
      </span>
    </div>
  );
}
