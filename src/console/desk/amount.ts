import { fen, type Fen } from "../../contract/money";

/** The content of the amount field: fen, or the rule that it breaks. */
export type Typed = { readonly amount: Fen } | { readonly problem: "amountRequired" | "amountMin" | "amountFormat" };

/** Reads the amount as text, never as a float: 19.99 → 1999. Thousands separators and a yuan sign are forgiven. */
export function readTyped(text: string): Typed {
  const plain = text.replace(/[,，¥￥\s]/g, "");
  if (plain === "") return { problem: "amountRequired" };
  if (/^[-−]/.test(plain)) return { problem: "amountMin" };
  try {
    return { amount: fen(plain.replace(/^\./, "0.").replace(/\.$/, "")) };
  } catch {
    return { problem: "amountFormat" };
  }
}
