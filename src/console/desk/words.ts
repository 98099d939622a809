/** Words that every screen with documents of money has. */
import type { Purse } from "../../contract/core/enums";
import type { TKey } from "../i18n/keys";

export const PURSE: Record<Purse, TKey> = { principal: "finance.principal", gift: "finance.gift" };
