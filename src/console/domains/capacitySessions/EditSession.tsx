import { useState } from "react";
import { type HallSession, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { ApiError } from "../../api/error";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { notify } from "../../ui/notices";
import { useUnsaved } from "../../ui/use-unsaved";
import { PanelForm } from "../../ui/form/PanelForm";
import { readAmount } from "../../../contract/core/typed/amount";
import { spanOf } from "./words";
import { FieldProblem } from "../../ui/FieldProblem";
import { readNumber } from "../../../contract/core/typed/number";

/** Changes name, price and number of places; what is sold keeps its price. */
export function EditSession({ session, onDone, onBack }: { session: HallSession; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const [name, setName] = useState(session.name);
  const [price, setPrice] = useState(session.price);
  const [places, setPlaces] = useState(String(session.maxPlace));
  const modify = useCall(capacitySessions.modify);
  const soldPlaces = session.maxPlace - session.leftPlace;
  const typedPlaces = readNumber(places, { min: Math.max(1, soldPlaces) });
  const count = typedPlaces.value ?? session.maxPlace;
  const placesOk = typedPlaces.problem === undefined;
  const typedPrice = readAmount(price);
  const priceOk = typedPrice.problem === undefined;
  const errors = modify.error instanceof ApiError ? (modify.error.errors ?? {}) : {};
  useUnsaved(name !== session.name || price !== session.price || places !== String(session.maxPlace));
  const act = async (): Promise<void> => {
    try {
      await modify.run({ id: session.id, name: name.trim(), price: price.trim(), maxPlace: count });
      notify.success(t("capacitySessions.edit.done", { time: spanOf(session) }));
      onDone();
    } catch {
      // Shown in the form; what was typed stays.
    }
  };
  return (
    <PanelForm
      act={t("capacitySessions.edit.save")}
      pending={modify.pending}
      ready={placesOk && priceOk}
      error={modify.error}
      back={t("common.back")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("capacitySessions.act.edit")}</h3>
      <label>
        <span className="field-label">{t("capacitySessions.name")}</span>
        <span className="input">
          <input value={name} maxLength={20} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </span>
      </label>
      <label>
        <span className="field-label">{t("capacitySessions.price")}</span>
        <span className="input">
          <input
            inputMode="decimal"
            autoComplete="off"
            value={price}
            aria-invalid={!priceOk || errors["price"] !== undefined || undefined}
            onChange={(event) => setPrice(event.target.value)}
          />
        </span>
        <FieldProblem of={typedPrice} />
        {soldPlaces > 0 && <span className="mut pay-note">{t("capacitySessions.edit.soldKeeps")}</span>}
      </label>
      <label>
        <span className="field-label">{t("capacitySessions.places")}</span>
        <span className="input">
          <input
            inputMode="numeric"
            autoComplete="off"
            value={places}
            aria-invalid={!placesOk || undefined}
            onChange={(event) => setPlaces(event.target.value)}
          />
        </span>
        {!placesOk && <span className="field-error">{t("capacitySessions.edit.tooFew", { sold: Math.max(1, soldPlaces) })}</span>}
      </label>
    </PanelForm>
  );
}
