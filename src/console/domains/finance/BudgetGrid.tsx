/** The budgets of a year in a grid: accounts are rows, months are columns. Accepts cells pasted from a spreadsheet. */
import { memo, useState } from "react";
import { Link } from "react-router";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { CLASSES, RESULT_CLASSES } from "../../../contract/finance/accounts";
import { type BudgetCell, budgetGrid, SPLIT_ACCOUNTS } from "../../../contract/finance/budgets";
import { CATEGORIES } from "../../../contract/finance/expenses";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { amountProblem, readAmount } from "../../desk/amount";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { SkeletonText } from "../../ui/Skeleton";
import { useUnsaved } from "../../ui/use-unsaved";
import "./budget-grid.css";

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, "0"));
const MOST_DIGITS = 16;
const keyOf = (account: string, category: string, month: string): string => `${account}/${category}/${month}`;

interface Row {
  readonly account: string;
  readonly category: string;
  readonly label: { readonly zh: string; readonly en: string };
}
/** Rows of the grid, by class; split accounts have one for each category and one for all others. */
const GROUPS = RESULT_CLASSES.map((name) => ({
  name,
  label: CLASSES[name].label,
  rows: Object.entries<Row["label"]>(CLASSES[name].accounts).flatMap(([account, label]): Row[] =>
    SPLIT_ACCOUNTS.some((one) => one === account)
      ? [
          ...Object.entries(CATEGORIES).map(([category, of]) => ({
            account,
            category,
            label: { zh: `${label.zh}：${of.zh}`, en: `${label.en}: ${of.en}` },
          })),
          { account, category: "", label: { zh: `${label.zh}：其余类别`, en: `${label.en}: all others` } },
        ]
      : [{ account, category: "", label }],
  ),
}));
const ROWS = GROUPS.flatMap(({ rows }) => rows);

type Typed = Readonly<Record<string, string>>;

export function BudgetGrid() {
  const t = useT();
  const [year, setYear] = useState(() => new Date().getFullYear());
  const read = useRead(budgetGrid.read, { year }, { staleTime: 0 });
  const { run, pending, error } = useCall(budgetGrid.save);
  const [typed, setTyped] = useState<Typed>({});
  const writes = can("budget_modify");
  const saved: Typed = Object.fromEntries(
    (read.data?.cells ?? []).map((cell) => [keyOf(cell.account, cell.category, cell.month.slice(5)), cell.amount ?? ""]),
  );
  const lastYear = new Map(
    (read.data?.lastYear ?? []).map((cell) => [keyOf(cell.account, cell.category, cell.month.slice(5)), cell.amount ?? ""]),
  );
  const changed = Object.entries(typed).filter(([key, text]) => isChanged(text, saved[key] ?? ""));
  const wrong = changed.filter(([, text]) => amountProblem(text) !== undefined).length;
  const settle = useUnsaved(changed.length > 0 && !pending);

  const save = async (): Promise<void> => {
    const cells = changed.map(([key, text]): BudgetCell => {
      const [account = "", category = "", month = ""] = key.split("/");
      return {
        account,
        category,
        month: `${year}-${month}`,
        amount: text.trim() === "" ? null : yuan(readAmount(text) ?? 0),
      };
    });
    await run({ year, cells });
    settle();
    await read.refetch();
    // Texts typed meanwhile stay.
    const sent = new Map(changed);
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(([key, text]) => sent.get(key) !== text)));
  };
  const change = (year_: number): void => {
    setTyped({});
    setYear(year_);
  };
  /** Spreads pasted cells over the grid, from a cell to the right and down. */
  const paste = (row: number, column: number, text: string): void => {
    const cells = text
      .replace(/\r?\n$/, "")
      .split(/\r?\n/)
      .map((line) => line.split("\t"));
    const added = cells.flatMap((line, down) =>
      line.flatMap((value, right): [string, string][] => {
        const [at, month] = [ROWS[row + down], MONTHS[column + right]];
        return at && month !== undefined ? [[keyOf(at.account, at.category, month), value.trim()]] : [];
      }),
    );
    setTyped((now) => ({ ...now, ...Object.fromEntries(added) }));
  };
  const copyLastYear = (): void => {
    const added = [...lastYear].filter(([key, amount]) => fen(amount) > 0 && (typed[key] ?? saved[key] ?? "") === "");
    setTyped((now) => ({ ...now, ...Object.fromEntries(added) }));
  };
  const why =
    changed.length === 0 ? t("finance.budgetGrid.unchanged") : wrong > 0 ? t("finance.budgetGrid.wrongCells", { count: wrong }) : undefined;

  return (
    <div className="pad stack">
      <header className="page-head">
        <h1>{t("finance.budgetGrid.name")}</h1>
        <div className="row wrap">
          <Button
            icon="chevron-left"
            aria-label={t("finance.budgetGrid.yearBefore")}
            {...leave(t, changed.length)}
            onClick={() => change(year - 1)}
          />
          <b className="num">{year}</b>
          <Button
            icon="chevron-right"
            aria-label={t("finance.budgetGrid.yearAfter")}
            {...leave(t, changed.length)}
            onClick={() => change(year + 1)}
          />
          {writes && (
            <CommandButton
              {...(lastYear.size === 0 ? { why: t("finance.budgetGrid.nothingLastYear"), whyInTooltip: true } : {})}
              onClick={copyLastYear}
            >
              {t("finance.budgetGrid.fillFromLastYear")}
            </CommandButton>
          )}
          <Link className="link" to="/trade/budget-list">
            {t("finance.budgetGrid.excel")}
          </Link>
          {writes && (
            <CommandButton
              kind="primary"
              busy={pending}
              {...(why === undefined ? {} : { why })}
              onClick={() => void save().catch(() => undefined)}
            >
              {t("common.save")}
            </CommandButton>
          )}
        </div>
      </header>
      {error && <Failure>{error.message}</Failure>}
      {read.error && !read.data && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />}
      {!read.data && !read.error && <SkeletonText lines={8} label={t("ui.loading")} />}
      {read.data && (
        <div className="budget-grid" role="region" aria-label={t("finance.budgetGrid.name")} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t("finance.budgetGrid.account")}</th>
                {MONTHS.map((month) => (
                  <th scope="col" className="num" key={month}>
                    {t("finance.budgetGrid.month", { month: Number(month) })}
                  </th>
                ))}
                <th scope="col" className="num">
                  {t("finance.budgetGrid.wholeYear")}
                </th>
              </tr>
            </thead>
            <tbody>
              {GROUPS.flatMap(({ name, label, rows }) => [
                <tr key={name} className="budget-class">
                  <th scope="rowgroup" colSpan={14}>
                    {t(label)}
                  </th>
                </tr>,
                ...rows.map((row) => {
                  const place = ROWS.indexOf(row);
                  const texts = MONTHS.map((month) => {
                    const key = keyOf(row.account, row.category, month);
                    return typed[key] ?? saved[key] ?? "";
                  });
                  return (
                    <GridRow
                      key={`${row.account}/${row.category}`}
                      name={t(row.label)}
                      texts={texts.join("\t")}
                      writes={writes}
                      onText={(column, text) =>
                        setTyped((now) => ({ ...now, [keyOf(row.account, row.category, MONTHS[column] ?? "")]: text }))
                      }
                      onPaste={(column, text) => paste(place, column, text)}
                    />
                  );
                }),
              ])}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Returns why the year can't be changed while cells are not saved. */
function leave(t: ReturnType<typeof useT>, changed: number): { readonly why?: string; readonly whyInTooltip?: boolean } {
  return changed === 0 ? {} : { why: t("finance.budgetGrid.saveFirst"), whyInTooltip: true };
}
const isChanged = (text: string, before: string): boolean =>
  amountProblem(text) !== undefined || (text.trim() === "" ? before !== "" : before === "" || readAmount(text) !== fen(before));

interface GridRowProps {
  readonly name: string;
  /** Texts of the months, with tabs between them. */
  readonly texts: string;
  readonly writes: boolean;
  readonly onText: (column: number, text: string) => void;
  readonly onPaste: (column: number, text: string) => void;
}
/** A row of the grid; rendered again only when one of its texts changes. */
const GridRow = memo(
  function GridRow({ name, texts, writes, onText, onPaste }: GridRowProps) {
    const t = useT();
    const all = texts.split("\t");
    const sum = all.reduce((total, text) => total + (readAmount(text) ?? 0), 0);
    return (
      <tr>
        <th scope="row">{name}</th>
        {all.map((text, column) => (
          <td key={MONTHS[column]} className="num">
            {writes ? (
              <input
                inputMode="decimal"
                autoComplete="off"
                maxLength={MOST_DIGITS}
                aria-label={t("finance.budgetGrid.cell", { name, month: column + 1 })}
                aria-invalid={amountProblem(text) !== undefined || undefined}
                title={amountProblem(text) === undefined ? undefined : t("finance.budgetGrid.noAmount")}
                value={text}
                onChange={(event) => onText(column, event.target.value)}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData("text");
                  if (!/[\t\n]/.test(pasted.trim())) return;
                  event.preventDefault();
                  onPaste(column, pasted);
                }}
              />
            ) : text === "" ? (
              ""
            ) : (
              showFen(fen(text))
            )}
          </td>
        ))}
        <td className="num">{showFen(sum)}</td>
      </tr>
    );
  },
  (before, after) => before.texts === after.texts && before.name === after.name && before.writes === after.writes,
);
