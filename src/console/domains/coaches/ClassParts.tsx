/** Classes: who takes part, on the record. */
import { Link } from "react-router";
import { coachBookings } from "../../../contract/coaches/coach-classes";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

function Bookings({ row }: { readonly row: AnyRow }) {
  return (
    <Related
      title={"coaches.classParts.takingPart"}
      resource={coachBookings}
      by="coachClass"
      row={row}
      name={String(row["title"])}
      fields={["name", "payBy", "amount", "state"]}
      list="/coach/class-booking-list"
      {...(row["state"] === "planned" ? { form: "/coach/class-booking-form" } : {})}
    />
  );
}

function Week() {
  const t = useT();
  return (
    <Link className="link" to="/coach/coach-schedule">
      {t("coaches.classParts.week")}
    </Link>
  );
}

export const parts: Parts = { record: Bookings, aside: Week };
