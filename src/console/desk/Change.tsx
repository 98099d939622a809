import { type Fen, showFen } from "../../contract/core/money";
import { useT } from "../i18n/use-t";
import { changeOf } from "./announce-paid";
import "./change.css";

/** Behind a payment in a list: what was handed over in cash and what went back. Nothing where nothing did. */
export function Change({ payment }: { payment: Parameters<typeof changeOf>[1] }) {
  const changeText = changeOf(useT(), payment);
  return changeText === undefined ? null : <span className="sec"> · {changeText}</span>;
}

const MARK = "\u0000";

/** The change to hand back while cash is entered; nothing until more than what is due was handed over. */
export function ChangeDue({ given, due }: { given: Fen; due: Fen }) {
  const t = useT();
  if (given <= due) return null;
  const [before, after] = t("pay.change", { given: showFen(given), change: MARK }).split(MARK);
  return (
    <span className="change-due">
      {before}
      <b>{showFen(given - due)}</b>
      {after}
    </span>
  );
}
