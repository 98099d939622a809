/** Additions to the derived screens of price rules: places and weekdays in words, the switch, the question about unpaid bookings. */
import "./prices.css";
import { Form } from "antd";
import { type ComponentType, useEffect, useRef } from "react";
import type { z } from "zod";
import type { Call } from "../../../contract/core/call";
import type { PriceChange } from "../../../contract/prices/price-effect";
import type { Code } from "../../../contract/core/permissions";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import type { AnyRow, ControlProps, Parts, QuestionProps } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { Choice } from "../../ui/form/Choice";
import { Supply } from "../../ui/form/Supply";
import { notify } from "../../ui/notices";
import { RowSwitch } from "../../ui/RowSwitch";
import { usePriceEffect } from "./effect/use-price-effect";
import { PlaceChips } from "./fields/PlaceChips";
import { Weekdays } from "../../ui/form/Weekdays";
import type { Unpaid } from "./plan/EffectDialog";
import { usePlaceSupply, usePrograms } from "../../ui/form/use-named";
import { useWeekdays } from "../../ui/format-days";
import { formatWindow } from "./words";

interface Rules {
  readonly of: "promotion" | "temporary" | "bundle";
  /** Code of those who may change them. */
  readonly code: Code;
  readonly delete: Call<z.ZodType<unknown, { id: string; unpaid?: Unpaid | undefined }>>;
  readonly turn?: Call<z.ZodType<unknown, { id: string; on?: boolean; unpaid?: Unpaid | undefined }>>;
}

/** Parts of the screens of rules. */
export function ruleParts(rules: Rules): Parts {
  const { of } = rules;
  return {
    cells: {
      placeIds: ({ placeNames }) =>
        typeof placeNames === "string" && placeNames !== "" ? <span title={placeNames}>{placeNames}</span> : undefined,
      weekdays: (row) => <WindowWords row={row} />,
      ...(rules.turn ? { on: (row) => <Turn row={row} rules={rules} /> } : {}),
    },
    controls: { programId: ProgramChoice, placeIds: Places(RulePlaces), weekdays: Weekdays },
    question: (props) => <Question of={of} {...props} />,
    actions: {
      delete: ({ row, onClose, onDone }) => <Remove rules={rules} row={row} onClose={onClose} onDone={onDone} />,
    },
  };
}

function WindowWords({ row }: { row: AnyRow }) {
  return formatWindow(row as never, useWeekdays(), useT());
}

/** Switches a rule in its list, after a question where that touches unpaid bookings. */
function Turn({ row, rules: { of, code, turn } }: { row: AnyRow; rules: Rules }) {
  const t = useT();
  const may = useCan(code);
  const { ask, pending: asking, dialog } = usePriceEffect();
  const { run, pending } = useCall(turn as NonNullable<Rules["turn"]>);
  return (
    <>
      <RowSwitch
        row={row as AnyRow & { readonly on: boolean }}
        label={t("prices.promotion.turn", { name: String(row["name"]) })}
        why={may ? undefined : t("prices.rule.youMayNotChange")}
        busy={pending || asking}
        turn={async (on) => {
          const unpaid = await ask({ of, id: row.id, on });
          return unpaid !== undefined && run({ id: row.id, on, unpaid });
        }}
      />
      {dialog}
    </>
  );
}

/** Asks before a rule is saved, where that touches unpaid bookings. */
function Question({ of, input, onAnswer, onRefusal }: QuestionProps & Pick<Rules, "of">) {
  const { ask, dialog } = usePriceEffect();
  const wasAsked = useRef(false);
  useEffect(() => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    const { id, ...draft } = input as { id?: string };
    ask({ of, id, draft } as PriceChange).then((unpaid) => onAnswer(unpaid && { ...input, unpaid }), onRefusal);
  });
  return dialog;
}

/** Asks before a rule is deleted, with the unpaid bookings that it touches. A refusal is said; the rule then stays. */
function Remove({ rules, row, onClose, onDone }: { rules: Rules; row: AnyRow; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const { ask, dialog } = usePriceEffect();
  const { run } = useCall(rules.delete);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (wasAsked.current) return;
    wasAsked.current = true;
    const remove = async (): Promise<void> => {
      const unpaid = await ask({ of: rules.of, id: row.id }, String(row["name"]));
      if (unpaid === undefined) return onClose();
      await run({ id: row.id, unpaid });
      notify.success(t("common.deleted"));
      onDone();
    };
    remove().catch((reason: unknown) => {
      notify.error(reason instanceof Error ? reason.message : String(reason));
      onClose();
    });
  });
  return dialog;
}

/** The program of a rule. The first one where one must be chosen; another program takes its places away. */
function ProgramChoice({ value, onChange, ...props }: ControlProps) {
  const t = useT();
  const programs = usePrograms();
  const form = Form.useFormInstance();
  const must = Object.hasOwn(props, "aria-required");
  const first = must ? programs.data?.content[0]?.id : undefined;
  useEffect(() => {
    if (first !== undefined && !value) onChange?.(first);
  }, [first, value, onChange]);
  return (
    <>
      <Choice
        {...props}
        value={value ?? ""}
        options={[
          ...(must ? [] : [{ value: "", label: t("prices.allPrograms") }]),
          ...(programs.data?.content ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => {
          onChange?.(id);
          form.setFieldValue("placeIds", []);
        }}
      />
      {!programs.data && <Supply from={programs} />}
    </>
  );
}

/** Places of the program that the form has. */
function RulePlaces(props: PlacesProps) {
  return <PlaceChips {...props} programId={Form.useWatch<string | null | undefined>("programId")} />;
}

interface PlacesProps {
  value?: readonly string[];
  onChange?: (ids: readonly string[]) => void;
}
/** A field of places, or why there is none to choose. */
export function Places(Picker: ComponentType<PlacesProps>) {
  return function PlacesField(props: ControlProps) {
    const { from, none } = usePlaceSupply();
    return from.data !== undefined && none === undefined ? <Picker {...props} /> : <Supply from={from} none={none} />;
  };
}
