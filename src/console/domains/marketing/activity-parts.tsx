/** Activities: the places in a list's cell, signing up from the record, and the way to who signed up. */
import "./marketing.css";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { activities } from "../../../contract/marketing/activities";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { type ActivityRow, SignUp } from "./SignUp";

function Record({ row, again }: { readonly row: ActivityRow; readonly again: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const mayJoin = useCan("activity_join");
  const maySee = useCan("activity_detail");
  const [joining, setJoining] = useState(false);
  return (
    <p className="row wrap record-more">
      {mayJoin && row.state === "published" && row.left > 0 && (
        <Button icon="plus" onClick={() => setJoining(true)}>
          {t("marketing.activity.signSomebodyUp")}
        </Button>
      )}
      {maySee && (
        <Button icon="members" onClick={() => void navigate(`/marketing/activity-detail?activity=${encodeURIComponent(row.id)}`)}>
          {t("marketing.activity.whoSignedUpCheck")}
        </Button>
      )}
      {joining && <SignUp row={row} onClose={() => setJoining(false)} onDone={again} />}
    </p>
  );
}

export const parts = partsOf<typeof activities>({
  record: Record,
  cells: {
    signedUp: ({ capacity, left }) => (
      <>
        <b>{capacity - left}</b> <span className="mut">/ {capacity}</span>
      </>
    ),
  },
});
