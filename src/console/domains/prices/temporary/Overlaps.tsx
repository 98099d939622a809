import { Form, type FormInstance } from "antd";
import { temporaryPrices } from "../../../../contract/pricing";
import { useRead } from "../../../api/useRead";
import { useSettled } from "../../../api/useSettled";
import { useT } from "../../../i18n/useT";
import { WhenTerm } from "../../../ui/When";
import type { Values } from "../../../ui/form/FormPage";
import { Icon } from "../../../ui/Icon";
import { Money } from "../../../ui/Money";
import { useWeekdays } from "../../../ui/sayDays";
import { windowWords } from "../words";
import { temporaryInput } from "./input";

/** Warns, while the form is filled, of temporary prices that meet this one in some half hour. Two of them may stand: the rule which counts is said. */
export function Overlaps({ form, id }: { form: FormInstance<Values>; id?: string }) {
  const t = useT();
  const names = useWeekdays();
  const values: Values = Form.useWatch((all) => all, form) ?? {};
  const input = temporaryInput(values);
  // Name, price and reason do not matter to where it stands.
  const [asked] = useSettled({ ...input, name: "—", price: "0", reason: "——", ...(id === undefined ? {} : { id }) });
  // An empty form is nobody's wish yet: after one is saved, the next would be said to meet it before a word was typed.
  const begun = input.name !== "" || input.price !== "";
  const ready = begun && temporaryPrices.overlaps.input.safeParse(asked).success;
  const found = useRead(temporaryPrices.overlaps, asked, { enabled: ready, staleTime: 0 });
  const others = ready ? (found.data?.content ?? []) : [];
  if (others.length === 0) return null;
  return (
    <div className="notice notice-waiting overlaps" role="status">
      <Icon name="warning" />
      <div>
        {t("prices.temporary.overlaps", { count: others.length })}
        <ul>
          {others.map((other) => (
            <li key={other.id}>
              <b>{other.name}</b> {other.cardTypeName || t("prices.everyone")} <WhenTerm from={other.from} to={other.to} />{" "}
              {windowWords(other, names, t)} <Money value={other.price} currency />
            </li>
          ))}
        </ul>
        <small>{t("prices.temporary.overlapRule")}</small>
      </div>
    </div>
  );
}
