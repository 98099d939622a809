import { type RefObject, useState } from "react";
import type { Allowance } from "../../../../contract/sale/allowances";
import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { SearchField } from "../../../ui/SearchField";

/** Finds a member without the server: those of whom this till may still take something. Enter takes the first. */
export function KeptMembers({
  input,
  of,
  onPick,
}: {
  input: RefObject<HTMLInputElement | null>;
  of: readonly Allowance[];
  onPick: (memberId: string) => void;
}) {
  const t = useT();
  const [text, setText] = useState("");
  const key = text.trim().toLowerCase();
  const found = of.filter(
    ({ memberName, phoneEnd, left }) =>
      fen(left) > 0 && (memberName.toLowerCase().includes(key) || (key.length >= 4 && phoneEnd === key.slice(-4))),
  );
  return (
    <div className="find-member">
      <SearchField
        input={input}
        label={t("sale.keptMembers.offlineNameEndMobile")}
        value={text}
        onChange={setText}
        onEnter={() => {
          const [first] = found;
          if (first) onPick(first.memberId);
        }}
      />
      {found.length === 0 ? (
        <p className="mut">{t("sale.keptMembers.withoutNetworkOnlyMembers")}</p>
      ) : (
        <ul className="till-kept-members">
          {found.slice(0, 8).map(({ memberId, memberName, phoneEnd, cardTypeName, left }) => (
            <li key={memberId}>
              <button type="button" onClick={() => onPick(memberId)}>
                <b>{memberName}</b>
                <small className="mut">
                  {cardTypeName} ·· {phoneEnd}
                </small>
                <span>{t("sale.keptMembers.left", { left: showFen(fen(left)) })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
