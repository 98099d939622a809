import { useEffect, useId, useRef, useState } from "react";
import { cleanPhone, readPhone } from "../../contract/core/typed/phone";
import { fen } from "../../contract/core/money";
import { type Member, members } from "../../contract/members/members";
import { ApiError } from "../api/error";
import { useCall } from "../api/use-call";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { FieldProblem, hasProblem } from "../ui/FieldProblem";

const NUMBER = /\+?\d[\d\s\-.]{5,}\d/;

/** Splits what was typed to find a member into the name and the mobile that it contains. */
export function splitTyped(text: string): { name: string; phone: string } {
  const plain = text.normalize("NFKC");
  const number = NUMBER.exec(plain)?.[0] ?? "";
  return { name: plain.replace(number, " ").replaceAll(/\s+/g, " ").trim(), phone: cleanPhone(number) };
}

/**
 * Enrols a member by name and mobile, of a card type without fee and deposit, in the middle of something else.
 * @param text what was typed to find the member
 */
export function EnrolMember({ text, onEnrolled, onBack }: { text: string; onEnrolled: (member: Member) => void; onBack: () => void }) {
  const t = useT();
  const id = useId();
  const [{ name, phone }, setTyped] = useState(() => splitTyped(text));
  const types = useRead(members.cardTypes, {}, { staleTime: 60_000 });
  const free = (types.data?.content ?? []).filter(({ fee, deposit }) => fen(fee) + fen(deposit) === 0);
  const [chosen, setChosen] = useState<string>();
  const cardTypeId = chosen ?? free[0]?.id;
  const { run, pending, error } = useCall(members.create);
  const reading = readPhone(phone);
  const form = useRef<HTMLFormElement>(null);
  const whyNot = ((): string | undefined => {
    if (name.trim() === "") return t("desk.enrolMember.enterName");
    if (reading.problem !== undefined) return t(reading.problem);
    if (cardTypeId !== undefined) return undefined;
    return types.data ? t("desk.enrolMember.noLevelWithoutFee") : t("ui.loading");
  })();
  // Focuses the first empty field; if none is empty, Enter enrols as soon as it can.
  const isReady = whyNot === undefined;
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) return;
    const next = name === "" ? "[name=name]" : reading.problem !== undefined ? "[name=phone]" : "button[type=submit]";
    form.current?.querySelector<HTMLElement>(next)?.focus();
    // As it opens, and again once the levels are known; nobody is taken out of a field.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isReady]);
  const enrol = async (): Promise<void> => {
    if (whyNot !== undefined || reading.problem !== undefined || cardTypeId === undefined || pending) return;
    try {
      onEnrolled(await run({ name: name.trim(), phone: reading.value, cardTypeId }));
    } catch {
      // Shown in the form; what was typed stays.
    }
  };
  const fieldErrors = error instanceof ApiError ? Object.values(error.errors) : [];
  return (
    <form
      ref={form}
      className="enrol-member"
      noValidate
      aria-label={t("desk.enrolMember.enrolMember")}
      onSubmit={(event) => {
        event.preventDefault();
        void enrol();
      }}
    >
      <label>
        <span className="field-label">{t("desk.enrolMember.name")}</span>
        <span className="input">
          <input
            name="name"
            maxLength={40}
            autoComplete="off"
            value={name}
            onChange={(event) => setTyped({ name: event.target.value, phone })}
          />
        </span>
      </label>
      <label>
        <span className="field-label">{t("desk.enrolMember.mobile")}</span>
        <span className="input">
          <input
            name="phone"
            inputMode="tel"
            autoComplete="off"
            value={phone}
            aria-invalid={hasProblem(reading) || undefined}
            aria-describedby={`${id}-phone`}
            onChange={(event) => setTyped({ name, phone: event.target.value })}
          />
        </span>
      </label>
      <FieldProblem id={`${id}-phone`} of={reading} />
      {free.length > 1 && (
        <label>
          <span className="field-label">{t("desk.enrolMember.level")}</span>
          <span className="input">
            <select value={cardTypeId} onChange={(event) => setChosen(event.target.value)}>
              {free.map((type) => (
                <option key={type.id} value={type.id}>
                  {type.name}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      {error && <Failure>{fieldErrors.length > 0 ? fieldErrors.join(" ") : error.message}</Failure>}
      <div className="row wrap">
        <Button onClick={onBack}>{t("common.back")}</Button>
        <Button kind="primary" type="submit" busy={pending} why={whyNot} whyInTooltip={hasProblem(reading)}>
          {t("desk.enrolMember.enrolChoose")}
        </Button>
      </div>
    </form>
  );
}
