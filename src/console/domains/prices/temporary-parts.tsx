/** Additions to the screens of temporary prices: a warning of others that overlap the edited one. */
import { Form } from "antd";
import { temporaryCalls, temporaryPrices } from "../../../contract/prices/pricing";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { sent } from "../../resource/ResourceForm";
import type { Values } from "../../ui/form/FormPage";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { WhenTerm } from "../../ui/When";
import { ruleParts } from "./rule-parts";
import { useWeekdays } from "../../ui/format-days";
import { formatWindow } from "./words";

/** Temporary prices that meet this one in some half hour. Two of them may stand: the rule which counts is said. */
function Overlaps({ row }: { row?: AnyRow | undefined }) {
  const t = useT();
  const names = useWeekdays();
  const filled = sent(temporaryPrices.fields, Form.useWatch((all: Values) => all) ?? {});
  // Name, price and reason do not matter to where it stands.
  const [checkInput] = useSettled({ ...filled, name: "—", price: "0", reason: "——", ...(row ? { id: row.id } : {}) } as never);
  // An empty form is nobody's wish yet: after one is saved, the next would meet it before a word was typed.
  const begun = filled["name"] !== "" || filled["price"] !== "";
  const ready = begun && temporaryCalls.overlaps.input.safeParse(checkInput).success;
  const found = useRead(temporaryCalls.overlaps, checkInput, { enabled: ready, staleTime: 0 });
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
              <b>{other.name}</b> {other.cardTypeName ?? t("prices.everyone")} <WhenTerm from={other.from} to={other.to} />{" "}
              {formatWindow(other, names, t)} <Money value={other.price} currency />
            </li>
          ))}
        </ul>
        <small>{t("prices.temporary.overlapRule")}</small>
      </div>
    </div>
  );
}

export const parts: Parts = {
  ...ruleParts({ of: "temporary", code: "temporary_price_modify", delete: temporaryCalls.delete }),
  form: Overlaps,
};
