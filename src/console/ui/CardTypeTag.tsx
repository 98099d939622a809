import type { ReactNode } from "react";
import type { ColourStyle } from "../../contract/core/enums";

/** A card type or a member's tag in one of the seven colour styles; its name is the word. */
export function CardTypeTag({ style, children }: { style: ColourStyle; children: ReactNode }) {
  return (
    <span className={`tag style-${style}`}>
      <span className="cut">{children}</span>
    </span>
  );
}
