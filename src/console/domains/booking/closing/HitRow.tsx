import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { Phone } from "../../../ui/Phone";
import { WhenDay } from "../../../ui/When";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";

/** A booking that a closing touches: whose it is, when and where, and what becomes of it. @param children what can be done */
export function HitRow({
  hit,
  moves,
  becomes,
  children,
}: {
  hit: {
    readonly name: string;
    readonly phone: string;
    readonly day: string;
    readonly start: number;
    readonly end: number;
    readonly placeName: string;
  };
  /** To another court; else it is given back. */
  moves: boolean;
  becomes: string;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <li>
      <div className="grow">
        <p className="row">
          <b className="cut">{hit.name || t("common.walkIn")}</b>
          <span className="mut">
            <Phone value={hit.phone} />
          </span>
        </p>
        <p className="sec">
          <WhenDay day={hit.day} /> {span(hit.start, hit.end)} · {placeLabel(hit.placeName, t)}
        </p>
        <p className={moves ? "becomes" : "becomes refund"}>
          <Icon name={moves ? "swap" : "wallet"} />
          {becomes}
        </p>
      </div>
      {children}
    </li>
  );
}
