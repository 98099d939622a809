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
        {t({
          zh: `场馆的账从 ${firstDay} 开始，更早的日期不能入账`,
          en: `The venue's books begin on ${firstDay}; earlier dates can't be posted`,
        })}
      </p>
    );
  if (lockedThrough === null || day > lockedThrough) return null;
  const open = addDays(lockedThrough, 1);
  return (
    <p className="notice notice-warning" role="status">
      {t({
        zh: `${lockedThrough} 及之前已结算锁定，这一笔会记在 ${open}；发生日期仍保留为 ${day}`,
        en: `Days through ${lockedThrough} are settled and locked: this will be booked on ${open}; its date stays ${day}`,
      })}
    </p>
  );
}

export const parts: Parts = { form: BookingDay };
