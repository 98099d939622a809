/** The one error that services throw; one mapper turns it into the envelope. */
import { REFUSALS, refusalText, type RefusalKey } from "../../contract/core/errors";
import { codesNamed } from "../../contract/core/code-names";
import type { Language } from "../../contract/core/enums";
import { type Phrase, describeFault } from "../../contract/core/explain";
import type { Values } from "../../contract/core/fill";
import type { Code } from "../../contract/core/permissions";

/**
 * A refusal: something the person asked for that may not or cannot be done. Thrown before or inside the transaction, which then
 * rolls back, so a refusal changes nothing. `values` fill the marks of the wording; `data` goes into the envelope.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly key: RefusalKey;
  readonly values: Readonly<Record<string, string | number>>;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(key: RefusalKey, values: Readonly<Record<string, string | number>> = {}, data: Readonly<Record<string, unknown>> = {}) {
    super(refusalText(key, "en", values));
    this.key = key;
    this.values = values;
    this.data = data;
  }

  /** The envelope's code. */
  get code(): number {
    return REFUSALS[this.key].code;
  }

  /** `data` of the envelope in the person's language. */
  dataIn(_language: Language): Readonly<Record<string, unknown>> {
    return this.data;
  }

  /** The wording in the person's language. */
  text(language: Language): string {
    return refusalText(this.key, language, this.values);
  }
}

/** Fault of a field, worded once the person's language is known. */
class FieldError extends AppError {
  readonly field: string;
  readonly phrase: Phrase;
  private readonly marks: Values;

  constructor(field: string, phrase: Phrase, marks: Values) {
    super("badInput", {}, { errors: { [field]: phrase } });
    this.field = field;
    this.phrase = phrase;
    this.marks = marks;
  }

  override dataIn(language: Language): Readonly<Record<string, unknown>> {
    const name = this.field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
    return { errors: { [this.field]: describeFault(name, this.phrase, language, this.marks) } };
  }
}

/** The person lacks a permission: named as the console names its pages and buttons; the codes are in `data`, for programs. */
class Lacking extends AppError {
  private readonly codes: readonly Code[];

  constructor(codes: readonly Code[]) {
    super("forbidden", { name: codesNamed(codes, "en") }, { codes });
    this.codes = codes;
  }

  override text(language: Language): string {
    return refusalText(this.key, language, { name: codesNamed(this.codes, language) });
  }
}

/** @param codes those of which one would be enough */
export const lacking = (...codes: readonly Code[]): AppError => new Lacking(codes);

/** A field that a rule beyond the contract's schema refuses. @param field its path, "payments.0.coupon" */
export const badField = (field: string, phrase: Phrase, values: Values = {}): AppError => new FieldError(field, phrase, values);

/** Input that the contract's schema refuses: `data.errors = {field: message}` (wire), worded. */
export const badInput = (errors: Readonly<Record<string, string>>): AppError => new AppError("badInput", {}, { errors });

/** Returns the messages of a refusal by field; undefined for a refusal of the whole, and for any other error. */
export function faultsOf(language: Language, error: unknown): Readonly<Record<string, string>> | undefined {
  if (!(error instanceof AppError) || error.key !== "badInput") return undefined;
  const { errors } = error.dataIn(language);
  return typeof errors === "object" && errors !== null ? (errors as Readonly<Record<string, string>>) : undefined;
}
