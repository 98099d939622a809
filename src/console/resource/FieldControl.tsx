/** The form control of a field, by its kind. */
import { Checkbox, Input, Select } from "antd";
import { useState } from "react";
import type { Call } from "../../contract/core/call";
import type { Option } from "../../contract/core/resource/calls";
import { type Field, labelsOf } from "../../contract/core/resource/fields";
import { clock, DAY_MINUTES } from "../../contract/core/time";
import { useRead } from "../api/use-read";
import { useSettled } from "../api/use-settled";
import { useT } from "../i18n/use-t";
import { Choice } from "../ui/form/Choice";
import { DayField } from "../ui/form/DayField";
import { NumberField } from "../ui/form/NumberField";
import { TimeField } from "../ui/form/TimeField";
import { lazyPart } from "../ui/lazy-part";
import { DatePicker, pickedAt, toVenueDayjs } from "../ui/DatePicker";

const PictureField = lazyPart(async () => (await import("../pictures/PictureField")).PictureField);
const RichTextEditor = lazyPart(async () => (await import("./RichTextEditor")).RichTextEditor);

interface Props {
  readonly name: string;
  readonly field: Field;
  /** Lists what a reference can be set to. */
  readonly options: Call | undefined;
  /** Name of the record that a reference has now. */
  readonly named?: string | undefined;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
}

export function FieldControl({ name, field, options: call, named, value, onChange, id }: Props) {
  const t = useT();
  const { kind, options } = field;
  const bound = { ...(id === undefined ? {} : { id }), onChange: (next: unknown) => onChange?.(next) };
  const typed = {
    ...(id === undefined ? {} : { id }),
    value: value as string,
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  };
  const choices = Object.entries(labelsOf(field))
    .filter(([each]) => !options.unoffered?.includes(each))
    .map(([each, label]) => ({ value: each, label: t(label) }));
  switch (kind) {
    case "money":
      return <Input {...typed} inputMode="decimal" prefix="¥" autoComplete="off" />;
    case "phone":
      return <Input {...typed} inputMode="tel" autoComplete="off" />;
    case "number":
      return (
        <NumberField
          {...bound}
          {...(options.none ? { placeholder: t(options.none) } : {})}
          {...(options.unit ? { suffix: t(options.unit, { n: "" }).trim() } : {})}
          value={value as number}
        />
      );
    case "percent":
      return <NumberField {...bound} value={value as number} decimals={2} suffix="%" />;
    case "day":
      return (
        <DayField {...(id === undefined ? {} : { id })} clears value={value as string | null} onChange={(day) => onChange?.(day || null)} />
      );
    case "instant":
      return (
        <DatePicker
          {...(id === undefined ? {} : { id })}
          showTime={{ format: "HH:mm" }}
          format="YYYY-MM-DD HH:mm"
          style={{ width: "100%" }}
          value={typeof value === "string" && value !== "" ? toVenueDayjs(Date.parse(value)) : null}
          onChange={(at) => onChange?.(at ? pickedAt(at) : null)}
        />
      );
    case "minute":
      if (options.step !== undefined) {
        const { step } = options;
        const times = Array.from({ length: DAY_MINUTES / step + 1 }, (_, i) => ({ value: i * step, label: clock(i * step) }));
        return <Choice {...bound} showSearch value={value} options={times} />;
      }
      return <TimeField {...(id === undefined ? {} : { id })} value={value as number | null} onChange={(at) => onChange?.(at)} />;
    case "bool":
      return (
        <Checkbox {...(id === undefined ? {} : { id })} checked={value === true} onChange={(event) => onChange?.(event.target.checked)}>
          {options.hint ? t(options.hint) : t("common.yes")}
        </Checkbox>
      );
    case "choice":
      return options.required ? (
        <Choice {...bound} value={value} options={choices} />
      ) : (
        <Select {...bound} value={value as string} allowClear options={choices} onChange={(next?: string) => onChange?.(next ?? null)} />
      );
    case "words":
      return field.choices ? (
        <Select {...bound} mode="multiple" value={value as string[]} options={choices} />
      ) : (
        <Select {...bound} mode="tags" value={value as string[]} tokenSeparators={[",", "，", "、"]} open={false} suffixIcon={null} />
      );
    case "region":
      return <RegionField value={value} onChange={(next) => onChange?.(next)} id={id} />;
    case "reference":
      return <Reference name={name} field={field} call={call} named={named} value={value} onChange={(next) => onChange?.(next)} id={id} />;
    case "picture":
    case "pictures":
      return (
        <PictureField
          max={kind === "pictures" ? (options.max ?? 9) : undefined}
          value={value}
          onChange={(next) => onChange?.(next)}
          id={id}
        />
      );
    case "richText":
      return (
        <RichTextEditor
          label={t(field.label)}
          value={typeof value === "string" ? value : ""}
          onChange={(next) => onChange?.(next)}
          id={id}
        />
      );
    default:
      if (options.secret) return <Input.Password {...typed} autoComplete="new-password" maxLength={options.max ?? 128} />;
      return options.long ? (
        <Input.TextArea {...typed} className="grows" rows={3} maxLength={options.max ?? 2000} />
      ) : (
        <Input {...typed} autoComplete="off" maxLength={options.max ?? 200} />
      );
  }
}

/** Province, city and district, one after the other. */
function RegionField({ value, onChange, id }: { value: unknown; onChange: (next: string[]) => void; id?: string | undefined }) {
  const t = useT();
  const parts = Array.isArray(value) ? value.map(String) : [];
  const titles = [
    { zh: "省", en: "Province" },
    { zh: "市", en: "City" },
    { zh: "区县", en: "District" },
  ];
  return (
    <span className="row">
      {titles.map((title, i) => (
        <Input
          key={title.en}
          {...(i === 0 && id !== undefined ? { id } : {})}
          aria-label={t(title)}
          placeholder={t(title)}
          maxLength={60}
          value={parts[i] ?? ""}
          onChange={(event) => {
            const next = titles.map((_, at) => (at === i ? event.target.value : (parts[at] ?? "")));
            while (next.length > 0 && next.at(-1) === "") next.pop();
            onChange(next);
          }}
        />
      ))}
    </span>
  );
}

/** Finds another record by what is typed. */
function Reference({
  name,
  field,
  call,
  named,
  value,
  onChange,
  id,
}: {
  name: string;
  field: Field;
  call: Call | undefined;
  named: string | undefined;
  value: unknown;
  onChange: (id: string | null) => void;
  id?: string | undefined;
}) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [q] = useSettled(typed, 200);
  const found = useRead(call, { field: name, q }, { enabled: opened, keepPrevious: true });
  const rows = (found.data as readonly Option[] | undefined) ?? [];
  const offered = rows.map((row) => ({ value: row.id, label: row.note === "" ? row.name : `${row.name} · ${row.note}` }));
  const current = typeof value === "string" ? value : undefined;
  const isMissing = current !== undefined && !offered.some((option) => option.value === current);
  // A link that names a record by its id alone: its name is asked for.
  const own = useRead(call, { field: name, id: current ?? "" }, { enabled: isMissing && !named });
  const ownName = named ?? (own.data as readonly Option[] | undefined)?.[0]?.name;
  const known = isMissing && ownName ? [{ value: current, label: ownName }] : [];
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={current ?? null}
      {...(field.options.none ? { placeholder: t(field.options.none) } : {})}
      allowClear
      showSearch
      filterOption={false}
      onSearch={setTyped}
      onOpenChange={(open) => open && setOpened(true)}
      loading={found.isFetching}
      options={[...known, ...offered]}
      onChange={(next?: string | null) => onChange(next ?? null)}
    />
  );
}
