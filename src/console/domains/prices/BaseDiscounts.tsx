import "./prices.css";
import { useState } from "react";
import type { Input } from "../../../contract/core/call";
import { type BaseDiscounts as Table, baseDiscounts } from "../../../contract/prices/discounts";
import { percentOf, yuan } from "../../../contract/core/money";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { useUnsaved } from "../../ui/use-unsaved";
import { usePriceEffect } from "./effect/use-price-effect";
import { readAmount } from "../../../contract/core/typed/amount";
import { readPercent } from "../../../contract/core/typed/number";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";

const EXAMPLE = "100.00";

/** Edits the percent of each program's price that each card type pays: in place, saved together. */
export function BaseDiscounts() {
  const t = useT();
  const table = useRead(baseDiscounts.list, {});
  if (table.error && !table.data)
    return <ErrorState what={table.error.message} onRetry={() => void table.refetch()} retrying={table.isFetching} />;
  if (!table.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  if (table.data.cardTypes.length === 0 || table.data.programs.length === 0)
    return <EmptyState icon="card" title={t("prices.base.none")} hint={t("prices.base.noneHint")} />;
  return <Editor table={table.data} onSaved={() => table.refetch()} />;
}

/** `cardTypeId programId` → typed text, where it differs from what is saved. */
type Typed = Readonly<Record<string, string>>;
const keyOf = (cardTypeId: string, programId: string): string => `${cardTypeId} ${programId}`;

function Editor({ table, onSaved }: { table: Table; onSaved: () => Promise<unknown> }) {
  const t = useT();
  const mayModify = useCan("base_discount_modify");
  const [typed, setTyped] = useState<Typed>({});
  const [list, setList] = useState(EXAMPLE);
  const { run, pending } = useCall(baseDiscounts.modify);
  const { ask, pending: looking, dialog } = usePriceEffect();
  const [failure, setFailure] = useState<string>();
  const changed = Object.keys(typed).length;
  const wrong = Object.values(typed).filter((text) => hasProblem(readPercent(text))).length;
  const saved = useUnsaved(changed > 0 && !pending);
  const example = readAmount(list).value;

  const enter = (key: string, text: string, before: number | null): void => {
    const { [key]: _, ...rest } = typed;
    setTyped(text.trim() === (before === null ? "" : String(before)) ? rest : { ...rest, [key]: text.trim() });
  };
  const write = async (percents: Input<typeof baseDiscounts.modify>["percents"]): Promise<void> => {
    setFailure(undefined);
    try {
      const unpaid = await ask({ of: "base", percents });
      if (unpaid === undefined) return;
      await run({ percents, unpaid });
      saved();
      notify.success(t("common.saved"));
      await onSaved();
      setTyped({});
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : String(reason));
    }
  };
  const save = (): void => {
    if (wrong > 0 || changed === 0) return;
    const percents = table.cardTypes.flatMap((type) =>
      table.programs.flatMap((program) => {
        const text = typed[keyOf(type.id, program.id)];
        return text === undefined ? [] : [{ cardTypeId: type.id, programId: program.id, percent: readPercent(text).value ?? null }];
      }),
    );
    void write(percents);
  };
  return (
    <form
      className="pad base-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <header className="page-head">
        <h1>{t("prices.base.title")}</h1>
        <span className="mut">{t("prices.base.hint")}</span>
        <span className="grow" />
        <label className="row">
          <span className="sec">{t("prices.base.example")}</span>
          <span className="input base-example">
            ¥
            <input inputMode="decimal" autoComplete="off" value={list} onChange={(event) => setList(event.target.value)} />
          </span>
        </label>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on narrow screens, and must do so by keyboard too */}
      <div className="card base-scroll" tabIndex={0} role="region" aria-label={t("prices.base.title")}>
        <table className="table base-table" aria-label={t("prices.base.title")}>
          <thead>
            <tr>
              <th scope="col">{t("prices.level")}</th>
              <th scope="col" className="num">
                {t("prices.base.own")}
              </th>
              {table.programs.map((program) => (
                <th key={program.id} scope="col">
                  {program.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.cardTypes.map((type) => (
              <tr key={type.id}>
                <th scope="row">
                  <CardTypeTag style={type.colour}>{type.name}</CardTypeTag>
                </th>
                <td className="num sec">{type.percent}%</td>
                {table.programs.map((program, i) => {
                  const key = keyOf(type.id, program.id);
                  const before = type.percents[i] ?? null;
                  const text = typed[key] ?? (before === null ? "" : String(before));
                  const read = readPercent(text);
                  const ok = !hasProblem(read);
                  const percent = read.value ?? type.percent;
                  return (
                    <td key={program.id}>
                      <span className="base-cell">
                        <span className="input" data-wrong={!ok || undefined} data-changed={key in typed || undefined}>
                          <input
                            inputMode="decimal"
                            autoComplete="off"
                            readOnly={!mayModify}
                            aria-label={t("prices.base.cell", { type: type.name, program: program.name })}
                            aria-invalid={!ok || undefined}
                            placeholder={String(type.percent)}
                            value={text}
                            onChange={(event) => enter(key, event.target.value, before)}
                          />
                          %
                        </span>
                        {!ok ? (
                          <FieldProblem of={read} />
                        ) : (
                          example !== undefined && (
                            <small className="mut">
                              {t("prices.base.pays")} <Money value={yuan(percentOf(example, percent))} />
                            </small>
                          )
                        )}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayModify && (
        <div className="plan-foot">
          {failure !== undefined ? (
            <Failure>{failure}</Failure>
          ) : (
            <span className="sec" role="status">
              {changed > 0 ? t("prices.base.changed", { count: changed }) : t("prices.base.foot")}
            </span>
          )}
          <span className="grow" />
          {changed > 0 && (
            <CommandButton kind="quiet" onClick={() => setTyped({})}>
              {t("prices.base.drop")}
            </CommandButton>
          )}
          <CommandButton
            type="submit"
            kind="primary"
            size="lg"
            busy={looking || pending}
            why={
              wrong > 0
                ? t("prices.baseDiscounts.correctDiscountsMarkedRed")
                : changed === 0
                  ? t("prices.baseDiscounts.nothingChanged")
                  : undefined
            }
          >
            {t("common.save")}
          </CommandButton>
        </div>
      )}
      {dialog}
    </form>
  );
}
