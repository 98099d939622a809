/** Refusals that a colleague's PIN lifts: the dialog for it is one for all calls, so no page asks by itself. */
import type { ApprovalRequest } from "../../contract/sale/approvals";
import { ApiError } from "./error";

/** A request that waits for a colleague. `problem`: why the approval before it did not do. */
export interface PendingApproval {
  readonly request: ApprovalRequest;
  readonly problem: string | undefined;
  /** Ends it: the id of the approval, or undefined where nobody approves. */
  readonly resolve: (approvalId: string | undefined) => void;
}

let pending: readonly PendingApproval[] = [];
const watchers = new Set<() => void>();
const set = (next: readonly PendingApproval[]): void => {
  pending = next;
  for (const watcher of watchers) watcher();
};

/** The request that is decided now: one after the other. */
export const firstPending = (): PendingApproval | undefined => pending[0];
export function watchPending(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const isRequest = (value: unknown): value is ApprovalRequest =>
  typeof value === "object" && value !== null && "approvers" in value && "subject" in value && "content" in value;

/** Waits for a colleague where a refusal is one that they can lift. @returns the id of the approval */
export function requestApproval(error: unknown): Promise<string | undefined> {
  const data = error instanceof ApiError ? error.data : undefined;
  const request = typeof data === "object" && data !== null && "approval" in data ? data.approval : undefined;
  // Without the host there is nobody to ask.
  if (!isRequest(request) || watchers.size === 0) return Promise.resolve(undefined);
  // Only the refusal of an approval that was carried already is news: the rule is in the dialog.
  const problem = error instanceof ApiError && !error.message.startsWith(request.rule) ? error.message : undefined;
  return new Promise((done) => {
    const one: PendingApproval = {
      request,
      problem,
      resolve: (id) => {
        set(pending.filter((each) => each !== one));
        done(id);
      },
    };
    set([...pending, one]);
  });
}
