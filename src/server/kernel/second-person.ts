/**
 * Decisions that take a second person: nobody decides what they requested themselves or what pays them. An action of a resource declares it
 * (`secondPerson: true`); a call that is written out asks here; a PIN at the till (`approval.ts`) is such a decision too.
 */
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";

/**
 * Rejects a decision by one of those who must not make it. The row stays locked by the caller, so that it decides on what it has read.
 * @param involved ids of persons: who requested it, whom it pays; "" is nobody
 * @throws AppError `ownRequest`
 */
export const requireSecondPerson = (ctx: Ctx, ...involved: readonly string[]): void => requireOther(ctx.person.id, ...involved);

/** Rejects a decision by `personId`, as `requireSecondPerson` does of the operator. @throws AppError `ownRequest` */
export function requireOther(personId: string, ...involved: readonly string[]): void {
  if (personId !== "" && involved.includes(personId)) throw new AppError("ownRequest");
}
