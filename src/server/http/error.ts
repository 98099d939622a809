/** The one error that services throw; one mapper turns it into the envelope. */
import { REFUSALS, refusalText, type RefusalKey } from "../../contract/errors";
import type { Language } from "../../contract/enums";

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

  /** The wording in the person's language. */
  text(language: Language): string {
    return refusalText(this.key, language, this.values);
  }
}

/** Input that the contract's schema refuses: `data.errors = {field: message}` (wire). */
export const badInput = (errors: Readonly<Record<string, string>>): AppError => new AppError("badInput", {}, { errors });
