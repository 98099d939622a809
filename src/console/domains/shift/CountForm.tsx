import { useImperativeHandle, useState, type Ref } from "react";
import { showFen, yuan } from "../../../contract/core/money";
import { COUNTED, type Counted } from "../../../contract/shift/shift";
import { useT } from "../../i18n/use-t";
import { Icon } from "../../ui/Icon";
import { readNumber } from "../../../contract/core/typed/number";
import { readAmountOrZero } from "../../../contract/core/typed/amount";
import { TENDERS } from "./words";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";

/** Notes and coins, fen. */
const FACES = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10] as const;

/** Limits of a number of notes or coins. */
const PIECES = { min: 0, max: 99_999 } as const;

/** Counted amounts, yuan text by tender; undefined: something can't be parsed. */
export type Counts = Partial<Record<Counted, string>> | undefined;

/** The blind count: cash by notes and coins, or its total; the other tenders as terminals and merchants' apps say. */
export function CountForm({ ref, onSum }: { ref: Ref<{ readonly read: () => Counts }>; onSum: (sum: string) => void }) {
  const t = useT();
  const [pieces, setPieces] = useState<Readonly<Record<number, string>>>({});
  const [whole, setWhole] = useState<string>();
  const [others, setOthers] = useState<Readonly<Record<string, string>>>({});
  const countOf = (face: number, from = pieces): number => readNumber(from[face] ?? "", PIECES).value ?? 0;
  const cashOf = (from = pieces, total = whole): number | undefined => {
    if (total !== undefined) return readAmountOrZero(total).value;
    if (FACES.some((face) => hasProblem(readNumber(from[face] ?? "", PIECES)))) return undefined;
    return FACES.reduce((sum, face) => sum + face * countOf(face, from), 0);
  };
  const otherOf = (from = others): number => Object.values(from).reduce((sum, text) => sum + (readAmountOrZero(text).value ?? 0), 0);
  const tell = (cash: number | undefined, rest: number): void => onSum(yuan((cash ?? 0) + rest));
  useImperativeHandle(ref, () => ({
    read: (): Counts => {
      const cash = cashOf();
      const rest = COUNTED.filter((tender) => tender !== "cash").map(
        (tender) => [tender, readAmountOrZero(others[tender] ?? "").value] as const,
      );
      if (cash === undefined || rest.some(([, amount]) => amount === undefined)) return undefined;
      return { cash: yuan(cash), ...Object.fromEntries(rest.map(([tender, amount]) => [tender, yuan(amount ?? 0)])) };
    },
  }));
  const cash = cashOf();
  return (
    <div className="shift-two">
      <section className="card shift-card">
        <header>
          <h2>{t(TENDERS.cash)}</h2>
          <span className="mut grow">{t(TENDERS.cash.hint)}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              const next = whole === undefined ? yuan(cash ?? 0) : undefined;
              setWhole(next);
              tell(cashOf(pieces, next), otherOf());
            }}
          >
            {whole === undefined ? t("shift.countForm.enterTotal") : t("shift.countForm.countDenomination")}
          </button>
        </header>
        {whole === undefined ? (
          <table className="shift-faces">
            <thead>
              <tr>
                <th scope="col">{t("shift.countForm.faceYuan")}</th>
                <th scope="col">{t("shift.countForm.pieces")}</th>
                <th scope="col" className="end">
                  {t("shift.countForm.sum")}
                </th>
              </tr>
            </thead>
            <tbody>
              {FACES.map((face, i) => (
                <tr key={face}>
                  <td>
                    <b>{face >= 100 ? face / 100 : (face / 100).toFixed(1)}</b>
                  </td>
                  <td>
                    <span className="input">
                      <input
                        // oxlint-disable-next-line jsx-a11y/no-autofocus -- counting begins with the largest note
                        autoFocus={i === 0}
                        inputMode="numeric"
                        autoComplete="off"
                        aria-label={t("shift.countForm.piecesYuan", { face: face / 100 })}
                        placeholder="0"
                        value={pieces[face] ?? ""}
                        aria-invalid={hasProblem(readNumber(pieces[face] ?? "", PIECES)) || undefined}
                        onFocus={(event) => event.target.select()}
                        onChange={(event) => {
                          const next = { ...pieces, [face]: event.target.value };
                          setPieces(next);
                          tell(cashOf(next), otherOf());
                        }}
                      />
                    </span>
                    <FieldProblem of={readNumber(pieces[face] ?? "", PIECES)} />
                  </td>
                  <td className="end">{showFen(face * countOf(face))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <label className="shift-field">
            <span>{t("shift.countForm.cashAll")}</span>
            <span className="input">
              <span aria-hidden>¥</span>
              <input
                inputMode="decimal"
                autoComplete="off"
                value={whole}
                aria-invalid={cash === undefined || undefined}
                onFocus={(event) => event.target.select()}
                onChange={(event) => {
                  setWhole(event.target.value);
                  tell(cashOf(pieces, event.target.value), otherOf());
                }}
              />
            </span>
            <FieldProblem of={readAmountOrZero(whole)} />
          </label>
        )}
        <footer>
          <span>{t("shift.countForm.cash")}</span>
          <b>¥{showFen(cash ?? 0)}</b>
        </footer>
      </section>
      <section className="card shift-card">
        <header>
          <h2>{t("shift.countForm.otherTenders")}</h2>
          <span className="mut">{t("shift.countForm.terminalsAppsNotSystem")}</span>
        </header>
        <div className="shift-others">
          {COUNTED.filter((tender) => tender !== "cash").map((tender) => (
            <label key={tender} className="shift-field">
              <span>
                <Icon name={TENDERS[tender].icon} /> {t(TENDERS[tender])} <small className="mut">{t(TENDERS[tender].hint)}</small>
              </span>
              <span className="input">
                <span aria-hidden>¥</span>
                <input
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="0.00"
                  value={others[tender] ?? ""}
                  aria-invalid={readAmountOrZero(others[tender] ?? "").value === undefined || undefined}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => {
                    const next = { ...others, [tender]: event.target.value };
                    setOthers(next);
                    tell(cash, otherOf(next));
                  }}
                />
              </span>
              <FieldProblem of={readAmountOrZero(others[tender] ?? "")} />
            </label>
          ))}
        </div>
        <footer>
          <span>{t("shift.countForm.others")}</span>
          <b>¥{showFen(otherOf())}</b>
        </footer>
      </section>
    </div>
  );
}
