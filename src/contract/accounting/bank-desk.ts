/** Calls of bank statements: their import, and the movements that a line may be. */
import { z } from "#zod";
import { ById, FILE_BYTES, get, Id, postJson, resource } from "../core/call";
import { Yuan } from "../core/money";
import { Day } from "../core/time";
import { LONGEST_STATEMENT } from "./bank-statement";

/** A movement in the books that may match a statement line. `kind`: on the bank account itself, or still among the transfers. */
export const BankCandidate = z.object({
  id: Id,
  kind: z.enum(["own", "transfer"]),
  day: Day,
  no: z.string(),
  documentKind: z.string(),
  amount: Yuan,
  reason: z.string(),
});
export type BankCandidate = z.infer<typeof BankCandidate>;

const heading = z.string().max(60);
const base = "/api/manage/venue/bank-line";
export const bankDesk = resource({
  load: postJson(`${base}/load`, {
    summary: "Import the statement of a bank account; lines that are there already are left as they are",
    code: "bank_line_modify",
    bodyLimit: FILE_BYTES,
    input: z.object({
      account: Id,
      fileName: z.string().trim().min(1).max(120),
      content: z.string().min(1).max(LONGEST_STATEMENT),
      mapping: z.object({
        day: heading,
        amount: heading,
        received: heading,
        paid: heading,
        party: heading,
        text: heading,
        balance: heading,
        mark: heading.default(""),
      }),
    }),
    output: z.object({ added: z.number().int(), known: z.number().int(), early: z.number().int(), matched: z.number().int() }),
  }),
  candidates: get(`${base}/candidates`, {
    summary: "Movements of the books that a statement line may be, the nearest day first",
    code: "bank_line_modify",
    input: ById,
    output: z.object({ content: z.array(BankCandidate) }),
  }),
});
