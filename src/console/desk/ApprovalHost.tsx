import { useSyncExternalStore } from "react";
import { firstPending, watchPending } from "../api/approval";
import { lazyPart } from "../ui/lazy-part";

const ApprovalDialog = lazyPart(async () => (await import("./ApprovalDialog")).ApprovalDialog);

/** Dialog in which a colleague approves an action that the person at the till may not do alone; mounted once, in the shell. */
export function ApprovalHost() {
  const pending = useSyncExternalStore(watchPending, firstPending, firstPending);
  return pending ? (
    <ApprovalDialog
      key={`${pending.request.subject} ${pending.request.content} ${pending.problem ?? ""}`}
      pending={pending}
      onClose={() => pending.resolve(undefined)}
    />
  ) : null;
}
