/** Tells below the form of an entry by hand on which day it will be booked. */
import { Form } from "antd";
import { books } from "../../../contract/finance/books";
import { addDays } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { Parts } from "../../resource/parts";

function BookingDay() {
  const t = useT();
  const values: Readonly<Record<string, unknown>> =
    Form.useWatch((all: Readonly<Record<string, unknown>>) => all, { form: Form.useFormInstance(), preserve: true }) ?? {};
  const { day } = values;
  const { data } = useRead(books.open, {});
  if (!data || typeof day !== "string" || day === "") return null;
  const { firstDay, lockedThrough } = data;
  if (day < firstDay)
    return (
      <p className="notice notice-error" role="alert">
        {t("books.manual.beforeFirstDay", { firstDay })}
      </p>
    );
  if (lockedThrough === null || day > lockedThrough) return null;
  const open = addDays(lockedThrough, 1);
  return (
    <p className="notice notice-warning" role="status">
      {t("books.manual.locked", { lockedThrough, open, day })}
    </p>
  );
}

export const parts: Parts = { form: BookingDay };
