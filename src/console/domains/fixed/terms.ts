/** The form of a fixed booking, and its input to the server. Pure. */
import type { Input } from "../../../contract/core/call";
import type { Choice, fixed, FixedDetail, PayMode } from "../../../contract/fixed/fixed";
import { addDays } from "../../../contract/core/time";
import { readPhone } from "../../../contract/core/typed/phone";
import { type BookerDraft, NO_BOOKER } from "../../desk/Booker";
import { readNumber } from "../../../contract/core/typed/number";
import type { Reading } from "../../../contract/core/typed/result";
import { readAmount } from "../../../contract/core/typed/amount";

/** The form's values. */
export interface TermsDraft {
  readonly booker: BookerDraft;
  readonly placeIds: readonly string[];
  readonly weekdays: readonly number[];
  readonly everyWeeks: number;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  readonly skipHolidays: boolean;
  readonly except: readonly string[];
  readonly agreed: boolean;
  readonly unitPrice: string;
  readonly payMode: PayMode;
  readonly holdingId: string;
  readonly timesPerUse: string;
  readonly remark: string;
  readonly choices: readonly Choice[];
}

/** Reads the uses of a card that each occurrence takes. */
export const readTimesPerUse = ({ timesPerUse }: Pick<TermsDraft, "timesPerUse">): Reading<number> =>
  readNumber(timesPerUse, { min: 1, max: 20 });

const TERM_DAYS = 90;
/** An empty form: from tomorrow, for about a quarter. */
export const newTerms = (today: string): TermsDraft => ({
  booker: NO_BOOKER,
  placeIds: [],
  weekdays: [],
  everyWeeks: 1,
  start: 19 * 60,
  end: 21 * 60,
  from: addDays(today, 1),
  to: addDays(today, TERM_DAYS),
  skipHolidays: true,
  except: [],
  agreed: false,
  unitPrice: "",
  payMode: "term",
  holdingId: "",
  timesPerUse: "1",
  remark: "",
  choices: [],
});

/** The form of a draft. */
export const termsOf = (contract: FixedDetail, booker: BookerDraft): TermsDraft => ({
  booker,
  placeIds: contract.placeIds,
  weekdays: contract.weekdays,
  everyWeeks: contract.everyWeeks,
  start: contract.start,
  end: contract.end,
  from: contract.from,
  to: contract.to,
  skipHolidays: contract.skipHolidays,
  except: contract.except,
  agreed: contract.priceBasis === "agreed",
  unitPrice: contract.agreedPrice ?? "",
  payMode: contract.payMode,
  holdingId: contract.holdingId ?? "",
  timesPerUse: String(contract.timesPerUse),
  remark: contract.remark,
  choices: [],
});

/** Input that the form lacks before an occurrence can be computed, in the order of its fields. */
type Lack = "booker" | "name" | "phone" | "places" | "weekdays" | "times" | "dates" | "card" | "timesPerUse" | "price";

/** The first thing that is missing; undefined where the series can be asked for. */
export function lackOf(draft: TermsDraft): Lack | undefined {
  const { booker } = draft;
  if (!booker.walkIn && !booker.member) return "booker";
  if (booker.walkIn && booker.name.trim() === "") return "name";
  if (booker.walkIn && readPhone(booker.phone).problem) return "phone";
  if (draft.placeIds.length === 0) return "places";
  if (draft.weekdays.length === 0) return "weekdays";
  if (draft.end <= draft.start) return "times";
  if (draft.from === "" || draft.to === "" || draft.to < draft.from) return "dates";
  if (draft.payMode === "card") return draft.holdingId === "" ? "card" : readTimesPerUse(draft).problem && "timesPerUse";
  if (draft.agreed && readAmount(draft.unitPrice).problem) return "price";
  return undefined;
}

/** The call's input; undefined while the form lacks something. */
export function inputOf(draft: TermsDraft): Input<typeof fixed.preview> | undefined {
  if (lackOf(draft) !== undefined) return undefined;
  const { booker } = draft;
  const member = booker.walkIn ? undefined : booker.member;
  return {
    ...(member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone, asGroup: booker.group }),
    placeIds: [...draft.placeIds],
    weekdays: [...draft.weekdays],
    everyWeeks: draft.everyWeeks,
    start: draft.start,
    end: draft.end,
    from: draft.from,
    to: draft.to,
    skipHolidays: draft.skipHolidays,
    except: [...draft.except],
    ...(draft.agreed && draft.payMode !== "card" ? { priceBasis: "agreed" as const, unitPrice: draft.unitPrice.trim() } : {}),
    payMode: draft.payMode,
    ...(draft.payMode === "card" ? { holdingId: draft.holdingId, timesPerUse: readTimesPerUse(draft).value ?? Number.NaN } : {}),
    remark: draft.remark,
    choices: [...draft.choices],
  };
}
