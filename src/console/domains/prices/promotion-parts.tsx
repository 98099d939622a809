/** Additions to the screens of promotions: an example of a resulting price. */
import { Form } from "antd";
import { useState } from "react";
import { promotions } from "../../../contract/prices/discounts";
import { callsOf } from "../../../contract/core/resource/calls";
import { addDays, weekday } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { sent } from "../../resource/ResourceForm";
import { FieldGroup } from "../../ui/form/Field";
import type { Values } from "../../ui/form/FormPage";
import { useToday } from "../../ui/today";
import { formatDiscount } from "../../ui/format-discount";
import { ruleParts } from "./rule-parts";
import { type TrialDraft, TrialFields } from "./trial/TrialFields";
import { TrialResult } from "./trial/TrialResult";
import { usePlaces } from "../../ui/form/use-named";

const HOUR = 60;
const MORNING = 9 * HOUR;
const WEEK = 7;
const calls = callsOf(promotions);

/** The first day from today on to which the promotion applies. */
function dayIn({ from, weekdays }: { from: string; weekdays: readonly number[] }, today: string): string {
  const first = from > today ? from : today;
  const week = Array.from({ length: WEEK }, (_, i) => addDays(first, i));
  return week.find((day) => weekdays.length === 0 || weekdays.includes(weekday(day))) ?? first;
}

/** Shows a price with the promotion as it is in the form, computed by the rules that price bookings. */
function Example({ row }: { row?: AnyRow | undefined }) {
  const t = useT();
  const today = useToday();
  const values = Form.useWatch((all: Values) => all) ?? {};
  const [changed, setChanged] = useState<Partial<TrialDraft>>({});
  const filled = sent(promotions.fields, values);
  const parsed = calls.create.input.safeParse({ ...filled, name: filled["name"] || "—" });
  const { programId, placeIds, cardTypeId, from, weekdays, start, end } = parsed.data ?? NOTHING;
  const places = usePlaces().filter((place) => !programId || place.programId === programId);
  const place = places.find((each) => placeIds.length === 0 || placeIds.includes(each.id));
  const draft: TrialDraft = {
    placeId: place?.id ?? "",
    day: dayIn({ from, weekdays }, today),
    start: Math.max(start, Math.min(MORNING, end - HOUR)),
    minutes: HOUR,
    cardTypeId: cardTypeId ?? "",
    ...changed,
  };
  return (
    <FieldGroup title={t("prices.promotion.example")}>
      <p className="mut promotion-hint">{t("prices.promotion.exampleHint")}</p>
      <TrialFields draft={draft} set={(change) => setChanged({ ...changed, ...change })} programId={programId} />
      {parsed.success && (
        <TrialResult draft={draft} promotion={{ ...filled, name: filled["name"] || "—", ...(row ? { id: row.id } : {}) } as never} />
      )}
    </FieldGroup>
  );
}
const NOTHING = {
  programId: null,
  cardTypeId: null,
  placeIds: new Array<string>(),
  weekdays: new Array<number>(),
  from: "",
  start: 0,
  end: 1_440,
};

const rules = ruleParts({ of: "promotion", code: "promotion_modify", delete: calls.delete, turn: calls.turn });
export const parts: Parts = {
  ...rules,
  cells: { ...rules.cells, percent: ({ percent }, t) => (typeof percent === "number" ? formatDiscount(percent, t) : undefined) },
  form: Example,
};
