import { useState } from "react";
import { yuan } from "../../../contract/core/money";
import { shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";
import { readAmountOrZero } from "../../../contract/core/typed/amount";

/** Opens a shift with its float. */
export function OpenForm({ onDone, asked = true }: { onDone: () => void; /** It is the first thing to be done here. */ asked?: boolean }) {
  const t = useT();
  const [float, setFloat] = useState("");
  const call = useCall(shifts.open);
  const read = readAmountOrZero(float);
  return (
    <form
      className="card shift-open"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (read.problem === undefined) call.run({ float: yuan(read.value) }).then(onDone, () => undefined);
      }}
    >
      <h2>{t("shift.openForm.openShift")}</h2>
      <p className="mut">{t("shift.openForm.enterFloatYouTake")}</p>
      <label className="shift-field">
        <span>{t("shift.openForm.floatYuan")}</span>
        <span className="input">
          <span aria-hidden>¥</span>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for this one field
            autoFocus={asked}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={float}
            aria-invalid={hasProblem(read) || undefined}
            onChange={(event) => setFloat(event.target.value)}
          />
        </span>
        <FieldProblem of={read} />
      </label>
      {call.error && <Failure>{call.error.message}</Failure>}
      <CommandButton kind="primary" size="lg" type="submit" busy={call.pending} why={read.problem && t(read.problem)}>
        {t("shift.openForm.open")}
      </CommandButton>
    </form>
  );
}
