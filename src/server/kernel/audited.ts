/** The moves of an audit as actions of a resource: a refusal or suspension keeps its reason, whatever lifts it clears the reason. */
import type { Ctx } from "../http/context";

interface Reasoned {
  readonly reason: string;
}
type Effect = { readonly auditReason: string };

const clear = (): Promise<Effect> => Promise.resolve({ auditReason: "" });
const keep = (_: Ctx, __: unknown, { reason }: Reasoned): Promise<Effect> => Promise.resolve({ auditReason: reason });

export const auditEffects = { approve: clear, refuse: keep, suspend: keep, resume: clear, apply: clear };
