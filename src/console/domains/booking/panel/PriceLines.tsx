import { useId, useState, type ReactNode } from "react";
import type { PriceTrace } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { formatDetail } from "../../../ui/format-discount";

/** One line of a choice or an order. */
interface PricedLine {
  readonly key: string;
  /** Court. */
  readonly title: string;
  readonly times: string;
  /** List price in yuan text where there is no trace yet; undefined: none is set. */
  readonly list: string | undefined;
  readonly trace: PriceTrace | undefined;
  readonly note?: ReactNode;
  /** No longer part of the order: struck out. */
  readonly over?: boolean;
  readonly onRemove?: () => void;
}

/** Lines with their prices; "why this price" opens in place and shows the rules tried, the rule chosen and every step. */
export function PriceLines({ lines, open }: { lines: readonly PricedLine[]; open?: string | undefined }) {
  const [openLine, setOpenLine] = useState<string | undefined>(open);
  return (
    <ul className="lines">
      {lines.map((line) => (
        <Line key={line.key} line={line} open={openLine === line.key} onOpen={(on) => setOpenLine(on ? line.key : undefined)} />
      ))}
    </ul>
  );
}

function Line({ line, open, onOpen }: { line: PricedLine; open: boolean; onOpen: (open: boolean) => void }) {
  const t = useT();
  const id = useId();
  const { trace, list } = line;
  const price = trace?.price ?? list;
  const cheaper = trace !== undefined && trace.price !== trace.list;
  return (
    <li className={line.over ? "ln over" : "ln"}>
      <span className="ln-what">
        <b>{line.title}</b>
        <span className="nowrap">{line.times}</span>
        {trace && (
          <button
            type="button"
            className="link why"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => onOpen(!open)}
          >
            {t("booking.choice.why")}
            <Icon name={open ? "chevron-down" : "chevron-right"} size="s" />
          </button>
        )}
      </span>
      <span className="am">
        {cheaper && <s>{showFen(fen(trace.list))}</s>}
        {price === undefined ? <span className="bad">{t("booking.choice.priceNone")}</span> : showFen(fen(price))}
        {line.onRemove && (
          <button
            type="button"
            className="ln-remove"
            aria-label={`${t("booking.choice.remove")} ${line.title} ${line.times}`}
            onClick={line.onRemove}
          >
            <Icon name="close" size="s" />
          </button>
        )}
      </span>
      {line.note && <span className="ln-note">{line.note}</span>}
      {open && trace && <Trace id={id} trace={trace} />}
    </li>
  );
}

function Trace({ id, trace }: { id: string; trace: PriceTrace }) {
  const t = useT();
  const missed = trace.steps.filter((step) => !step.matched);
  return (
    <div className="trace" id={id}>
      {missed.length > 0 && (
        <div className="no">
          <span>{[...new Set(missed.map((step) => t(`booking.rule.${step.rule}`)))].join(t("booking.choice.comma"))}</span>
          <span className="nowrap">{t("booking.choice.noMatch")}</span>
        </div>
      )}
      {trace.steps
        .filter((step) => step.matched)
        .map((step, i) => (
          <div key={i}>
            <span>
              {[
                step.name || t(`booking.rule.${step.rule}`),
                step.consumer ? t(`booking.consumer.${step.consumer}`) : "",
                formatDetail(step.detail, t),
              ]
                .filter(Boolean)
                .join(" ")}
            </span>
            <span className="nowrap">{showFen(fen(step.amount))}</span>
          </div>
        ))}
      <div className="tot">
        <span>{t("booking.choice.price")}</span>
        <span className="nowrap">{showFen(fen(trace.price))}</span>
      </div>
    </div>
  );
}
