import { useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import type { Call } from "../../../../contract/call";
import type { PriceChange } from "../../../../contract/priceEffect";
import { useCall } from "../../../api/useCall";
import { useT } from "../../../i18n/useT";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { notify } from "../../../ui/notices";
import { useFinish } from "../../../ui/tab";
import { usePriceEffect } from "./usePriceEffect";

/** Deletes the rule that a form shows, after a question that says which unpaid bookings it touches; a refusal says why and stays. */
export function RemoveRule({
  change,
  call,
  id,
  name,
  list,
}: {
  /** What deleting it does to prices. */
  change: PriceChange;
  /** Takes `unpaid` too. */
  call: Call<z.ZodType<unknown, { id: string }>>;
  id: string;
  name: string;
  /** Where to go afterwards. */
  list: string;
}) {
  const t = useT();
  const navigate = useNavigate();
  const finish = useFinish();
  const { ask, pending: looking, dialog } = usePriceEffect();
  const { run, pending } = useCall(call);
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const unpaid = await ask(change, name);
      if (unpaid === undefined) return;
      const input = { id, unpaid };
      await run(input);
      notify.success(t("common.deleted"));
      finish();
      void navigate(list);
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : String(reason));
    }
  };
  return (
    <section className="card form-group remove">
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Button kind="danger" icon="trash" busy={looking || pending} onClick={() => void remove()}>
        {t("prices.delete", { name })}
      </Button>
      {dialog}
    </section>
  );
}
