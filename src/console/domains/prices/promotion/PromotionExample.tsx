import { Form, type FormInstance } from "antd";
import { useState } from "react";
import { promotions } from "../../../../contract/discounts";
import { addDays, weekday } from "../../../../contract/time";
import { useT } from "../../../i18n/useT";
import { FieldGroup } from "../../../ui/form/Field";
import type { Values } from "../../../ui/form/FormPage";
import { useToday } from "../../../ui/today";
import { type TrialDraft, TrialFields } from "../trial/TrialFields";
import { TrialResult } from "../trial/TrialResult";
import { usePlaces } from "../../../ui/form/useNamed";
import { promotionInput } from "./input";

const HOUR = 60;
const MORNING = 9 * HOUR;
const WEEK = 7;

/** The first day from today on that the promotion stands on. */
function dayIn({ from, weekdays }: { from: string; weekdays: readonly number[] }, today: string): string {
  const first = from > today ? from : today;
  const week = Array.from({ length: WEEK }, (_, i) => addDays(first, i));
  return week.find((day) => weekdays.length === 0 || weekdays.includes(weekday(day))) ?? first;
}

/** What somebody would pay with the promotion as it stands in the form, by the rules that price bookings. */
export function PromotionExample({ form, id }: { form: FormInstance<Values>; id?: string }) {
  const t = useT();
  const today = useToday();
  const values: Values = Form.useWatch((all) => all, form) ?? {};
  const [changed, setChanged] = useState<Partial<TrialDraft>>({});
  const input = promotionInput(values);
  const places = usePlaces().filter((place) => !input.programId || place.programId === input.programId);
  const place = places.find((each) => input.placeIds.length === 0 || input.placeIds.includes(each.id));
  const draft: TrialDraft = {
    placeId: place?.id ?? "",
    day: dayIn(input, today),
    start: Math.max(input.start, Math.min(MORNING, input.end - HOUR)),
    minutes: HOUR,
    cardTypeId: input.cardTypeId ?? "",
    ...changed,
  };
  const parsed = promotions.create.input.safeParse({ ...input, name: input.name || "—" });
  return (
    <FieldGroup title={t("prices.promotion.example")}>
      <p className="mut promotion-hint">{t("prices.promotion.exampleHint")}</p>
      <TrialFields draft={draft} set={(change) => setChanged({ ...changed, ...change })} programId={input.programId} />
      {parsed.success && (
        <TrialResult draft={draft} promotion={{ ...input, name: input.name || "—", ...(id === undefined ? {} : { id }) }} />
      )}
    </FieldGroup>
  );
}
