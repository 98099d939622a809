import { useState } from "react";
import { useNavigate } from "react-router";
import type { Call } from "../../../contract/core/call";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { AskDelete } from "../AskDelete";
import { Button } from "../Button";
import { Failure } from "../Failure";
import { notify } from "../notices";
import { useFinish } from "../tab";
import type { z } from "zod";

/** Deletes what a form shows, after a question; a refusal says why and stays. */
export function Remove({
  call,
  id,
  name,
  list,
}: {
  call: Call<z.ZodType<unknown, { id: string }>>;
  id: string;
  name: string;
  /** Page to open afterwards. */
  list: string;
}) {
  const t = useT();
  const navigate = useNavigate();
  const finish = useFinish();
  const [asking, setAsking] = useState(false);
  const { run, pending, error } = useCall(call);
  return (
    <section className="card form-group remove">
      {error && <Failure>{error.message}</Failure>}
      <Button kind="danger" icon="trash" busy={pending} onClick={() => setAsking(true)}>
        {t("ui.deleteOne", { name })}
      </Button>
      {asking && (
        <AskDelete
          name={name}
          onClose={() => setAsking(false)}
          onDelete={() => {
            setAsking(false);
            run({ id })
              .then(() => {
                notify.success(t("common.deleted"));
                finish();
                void navigate(list);
              })
              .catch(() => undefined); // shown above the button
          }}
        >
          {t("ui.deleteText")}
        </AskDelete>
      )}
    </section>
  );
}
