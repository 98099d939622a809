import type { CSSProperties } from "react";
import { fen } from "../../../../contract/money";
import { clock } from "../../../../contract/time";
import type { T } from "../../../i18n/keys";
import { useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import type { IconName } from "../../../ui/icons";
import { placeLabel } from "../words";
import type { Block, Look } from "./blocks";
import { shortPrice } from "./model";

/** One icon for each look; with colour and word, never alone. */
export const LOOK_ICON: Record<Look, IconName> = {
  held: "clock",
  reserved: "wallet",
  paid: "check",
  live: "play",
  fixed: "repeat",
  deal: "ticket",
  event: "trophy",
  locked: "lock",
  done: "check",
  missed: "close",
  linked: "link",
};

/** What the block is called: the booker; of a lock, its reason. */
export const blockName = (block: Block, t: T): string =>
  block.look === "locked" ? block.booking.note || t("booking.look.locked") : block.booking.name || t("booking.walkIn");

/** The whole of a block in words, for screen readers. */
export function blockLabel(block: Block, t: T): string {
  const times = `${clock(block.start)}–${clock(block.end)}`;
  if (block.look === "linked") {
    const holder = block.booking.name || t("booking.walkIn");
    return t("booking.linkedLabel", { times, place: placeLabel(block.linkedTo, t), name: holder });
  }
  const left = block.left === null ? "" : t("booking.minutesLeftLabel", { minutes: block.left });
  return [blockName(block, t), times, t(`booking.lookFull.${block.look}`), left, extraOf(block, t)].filter(Boolean).join(" ");
}

/** The last line: until when, from where, what for, or what is still due. */
function extraOf(block: Block, t: T): string {
  const { booking, look } = block;
  if (look === "locked") return booking.name;
  if (look === "live") return t("booking.until", { time: clock(block.end) });
  if (look === "held" && booking.offer) return t("booking.wait.offer");
  if (look === "done" || look === "missed") return "";
  if (look !== "held" && fen(booking.due) > 0) return t("booking.dueShort", { amount: shortPrice(booking.due) });
  if (look === "fixed" || look === "deal" || look === "event") return booking.note;
  return t(`booking.source.${booking.source}`);
}

/** A booking, drawn by its first cell over all that it covers. @param waiting how many people wait for it to become free */
export function GridBlock({
  block,
  offset,
  mark,
  waiting,
}: {
  block: Block;
  offset: number;
  mark: "hit" | "dim" | undefined;
  waiting: number;
}) {
  const t = useT();
  const style: CSSProperties & Record<`--${string}`, number> = { "--r": block.rows, "--c": block.columns, "--s": block.row };
  if (offset > 0) style["--o"] = offset;
  const marked = mark ? ` ${mark}` : "";
  if (block.look === "linked") {
    return (
      <div className={`bk linked${marked}`} style={style}>
        <span className="st">
          <span>
            <Icon name="link" /> {block.linkedTo}
          </span>
        </span>
        <span className="sr">{blockLabel(block, t)}</span>
      </div>
    );
  }
  const wide = block.look === "event" && block.columns > 1;
  const word = block.left === null ? t(`booking.look.${block.look}`) : t("booking.minutesLeft", { minutes: block.left });
  const extra = extraOf(block, t);
  const size = block.rows === 1 ? " r1" : wide ? " wide" : "";
  return (
    <div className={`bk ${block.look}${size}${marked}`} style={{ ...style, ...(block.rows > 2 ? { "--lc": block.rows > 3 ? 4 : 2 } : {}) }}>
      <b>{blockName(block, t)}</b>
      <span className="st">
        <Icon name={LOOK_ICON[block.look]} />
        {block.rows === 1 ? <span className="sr">{word}</span> : wide ? `${word} · ${clock(block.start)}–${clock(block.end)}` : word}
      </span>
      {block.rows > 2 && extra !== "" && <span className="ex">{extra}</span>}
      {waiting > 0 && (
        <span className="queue">
          <Icon name="members" label={t("booking.wait.badge", { count: waiting })} />
          {waiting}
        </span>
      )}
    </div>
  );
}
