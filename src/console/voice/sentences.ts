/** Spoken sentences. Always Chinese, whatever is on screen: the voices speak no other language. */
import type { Fen } from "../../contract/core/money";
import { spellAmount } from "./amount";

/** @param amount fen */
export const paymentSentence = (amount: Fen): string => `收款到账，${spellAmount(amount)}`;
export const ONLINE_BOOKING_SENTENCE = "您有新的线上预订";
