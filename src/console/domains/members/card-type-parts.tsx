/** A card type shows its name in its colour, the venues where it is good too, its hours of the week, and what it pays for single classes of goods. */
import { Form, Select } from "antd";
import type { ColourStyle } from "../../../contract/core/enums";
import { DAY_MINUTES } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import type { AnyRow, ControlProps, Parts } from "../../resource/parts";
import { useSession } from "../../session/store";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { WeekHours } from "../../ui/form/WeekHours";
import { HoursOfWeek } from "../../ui/HoursOfWeek";
import { formatDiscount } from "../../ui/format-discount";
import { ClassPercents } from "./ClassPercents";

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Venues by name; one that the person doesn't see by its number. */
function VenueNames({ ids }: { ids: readonly string[] }) {
  const { sites = [] } = useSession();
  return ids.map((id) => sites.find(({ venueId }) => venueId === id)?.name ?? id).join(", ");
}

function VenueChoice({ value, ...props }: ControlProps) {
  const { sites = [], venueId } = useSession();
  const options = sites.filter((site) => site.venueId !== venueId).map((site) => ({ value: site.venueId, label: site.name }));
  return <Select {...props} mode="multiple" optionFilterProp="label" value={[...listOf(value)]} options={options} />;
}

const numbersOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : []);

function Hours({ row: { usableFrom, usableTo } }: { row: AnyRow }) {
  const t = useT();
  const hours = { open: numbersOf(usableFrom), close: numbersOf(usableTo) };
  const whole = hours.open.every((from, day) => from === 0 && hours.close[day] === DAY_MINUTES);
  if (whole) return <span className="mut">{t("members.cardType.anyTime")}</span>;
  return <HoursOfWeek hours={hours} none={t("members.cardType.notUsable")} />;
}

/** Both ends of the hours in one control. */
function Week({ value, id }: ControlProps) {
  const t = useT();
  const form = Form.useFormInstance();
  const close: unknown = Form.useWatch("usableTo", { form, preserve: true });
  return (
    <WeekHours
      {...(id === undefined ? {} : { id })}
      value={{ open: numbersOf(value), close: numbersOf(close) }}
      onChange={(hours) => form.setFieldsValue({ usableFrom: hours.open, usableTo: hours.close })}
      usual={{ open: 0, close: DAY_MINUTES }}
      words={{
        title: t("members.cardType.usableHours"),
        from: (day) => t("members.cardType.usable", { day }),
        to: (day) => t("members.cardType.usableUntil", { day }),
        none: t("members.cardType.notUsable"),
      }}
    />
  );
}

export const parts: Parts = {
  cells: {
    placePercent: (row, t) => formatDiscount(Number(row["placePercent"]), t),
    productPercent: (row, t) => formatDiscount(Number(row["productPercent"]), t),
    name: (row) => <CardTypeTag style={Number(row["colour"]) as ColourStyle}>{String(row["name"])}</CardTypeTag>,
    usableFrom: (row) => <Hours row={row} />,
    classPercents: ({ classNote }) =>
      typeof classNote === "string" && classNote !== "" ? <span title={classNote}>{classNote}</span> : undefined,
    roamsAt: ({ roamsAt }) => (listOf(roamsAt).length > 0 ? <VenueNames ids={listOf(roamsAt)} /> : undefined),
  },
  controls: { roamsAt: VenueChoice, usableFrom: Week, usableTo: null, classPercents: ClassPercents },
};
