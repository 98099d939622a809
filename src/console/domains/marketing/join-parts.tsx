/**
 * Additions to the list of people who signed up for an activity: beside its title the figures, the box for check-in codes, and signing up.
 */
import "./marketing.css";
import { useInvalidate } from "@refinedev/core";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { activities, activityDesk } from "../../../contract/marketing/activities";
import { callsOf } from "../../../contract/core/resource/calls";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useScan } from "../../desk/use-scan";
import { useT } from "../../i18n/use-t";
import type { Parts } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";
import { MessageAll } from "./MessageAll";
import { SignUp } from "./SignUp";

/** A check-in code as it is scanned. */
const CODE = /^\d{6}$/;

function Desk() {
  const [search] = useSearchParams();
  const id = search.get("activity") ?? "";
  return id === "" || id.includes(",") ? null : <OneActivity key={id} id={id} />;
}

function OneActivity({ id }: { readonly id: string }) {
  const t = useT();
  const may = useCan("activity_join");
  const invalidate = useInvalidate();
  const read = useRead(callsOf(activities).view, { id });
  const { run, pending } = useCall(activityDesk.checkInByCode);
  const box = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [joining, setJoining] = useState(false);
  const [writing, setWriting] = useState(false);
  const row = read.data;
  const again = (): void => {
    void read.refetch();
    void invalidate({ resource: "activityJoins", invalidates: ["list"] });
  };
  const checkIn = async (checkInCode: string): Promise<void> => {
    try {
      const done = await run({ activityId: id, checkInCode });
      notify.success(t("marketing.join.checked", { name: done.name }));
      again();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    setCode("");
    box.current?.focus();
  };
  const open = may && (row?.state === "published" || row?.state === "closed" || row?.state === "running");
  useScan("voucher", ({ text }) => {
    if (!open || pending || !CODE.test(text)) return false;
    void checkIn(text);
    return true;
  });
  if (!row) return null;
  return (
    <span className="row wrap desk-aside">
      <span className="mut">
        <b>{row.title}</b>{" "}
        {t("marketing.join.signedUpCheckedReceived", {
          joined: row.signedUp ?? 0,
          capacity: row.capacity,
          here: row.checkedIn ?? 0,
          received: row.received ?? "0.00",
        })}
      </span>
      {open && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (code.trim() !== "" && !pending) void checkIn(code.trim());
          }}
        >
          <span className="input desk-code">
            <input
              ref={box}
              value={code}
              inputMode="numeric"
              maxLength={12}
              autoComplete="off"
              aria-label={t("marketing.join.checkCode")}
              placeholder={t("marketing.join.scanTypeCode")}
              onChange={(event) => setCode(event.target.value)}
            />
          </span>
          <Button type="submit" busy={pending}>
            {t("marketing.join.check")}
          </Button>
        </form>
      )}
      {may && row.state === "published" && row.left > 0 && (
        <Button kind="primary" icon="plus" onClick={() => setJoining(true)}>
          {t("marketing.signUp2")}
        </Button>
      )}
      {may && (row.signedUp ?? 0) > 0 && (
        <Button icon="mail" onClick={() => setWriting(true)}>
          {t("marketing.join.messageAll")}
        </Button>
      )}
      {writing && <MessageAll activityId={id} onClose={() => setWriting(false)} />}
      {joining && <SignUp row={row} onClose={() => setJoining(false)} onDone={again} />}
    </span>
  );
}

export const parts: Parts = { aside: Desk };
