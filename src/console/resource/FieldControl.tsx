/** The form control of a field, by its kind. */
import { useSelect } from "@refinedev/antd";
import type { HttpError } from "@refinedev/core";
import { Checkbox, Input, Select } from "antd";
import { useState } from "react";
import type { Option } from "../../contract/core/resource/calls";
import { type Field, labelsOf } from "../../contract/core/resource/fields";
import { clock, DAY_MINUTES } from "../../contract/core/time";
import { useT } from "../i18n/use-t";
import { choicesOf } from "../providers/data";
import { Choice } from "../ui/form/Choice";
import { DayField } from "../ui/form/DayField";
import { NumberField } from "../ui/form/NumberField";
import { TimeField } from "../ui/form/TimeField";
import { lazyPart } from "../ui/lazy-part";
import { DatePicker, pickedAt, toVenueDayjs } from "../ui/DatePicker";

const PictureField = lazyPart(async () => (await import("../pictures/PictureField")).PictureField);
const RichTextEditor = lazyPart(async () => (await import("./RichTextEditor")).RichTextEditor);

interface Props {
  /** Refine's resource: a reference finds its choices by it. */
  readonly resource: string;
  readonly name: string;
  readonly field: Field;
  /** Name of the record that a reference has now. */
  readonly named?: string | undefined;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
}

export function FieldControl({ resource, name, field, named, value, onChange, id }: Props) {
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
      return (
        <Reference
          resource={resource}
          name={name}
          field={field}
          named={named}
          value={value}
          onChange={(next) => onChange?.(next)}
          id={id}
        />
      );
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
  const titles = ["resource.fieldControl.province", "resource.fieldControl.city", "resource.fieldControl.district"] as const;
  return (
    <span className="row">
      {titles.map((title, i) => (
        <Input
          key={title}
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

/** A choice of a reference, as antd's `Select` shows it. */
interface ReferenceChoice {
  readonly value: string;
  readonly label: string;
}
const choiceLabel = ({ name, note }: Option): string => (note === "" ? name : `${name} · ${note}`);

/** Finds another record by what is typed, by Refine's `useSelect`. */
function Reference({
  resource,
  name,
  field,
  named,
  value,
  onChange,
  id,
}: {
  resource: string;
  name: string;
  field: Field;
  named: string | undefined;
  value: unknown;
  onChange: (id: string | null) => void;
  id?: string | undefined;
}) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const current = typeof value === "string" ? value : undefined;
  // `named` belongs to the initial value only.
  const [first] = useState(() => (current !== undefined && named !== undefined ? { value: current, label: named } : undefined));
  const [chosen, setChosen] = useState(first?.value);
  const {
    selectProps: { options: offered = [], onSearch },
    query,
  } = useSelect<Option, HttpError, Option, ReferenceChoice>({
    resource,
    meta: choicesOf(name),
    optionLabel: choiceLabel,
    onSearch: (q) => (q === "" ? [] : [{ field: "q", operator: "eq", value: q }]),
    debounce: 200,
    errorNotification: false,
    queryOptions: { enabled: opened },
    // A value that nobody chose here, such as one from a link, names a record by its id alone: its name is requested.
    defaultValue: current === undefined || current === chosen ? [] : current,
    defaultValueQueryOptions: {},
  });
  const showsInitialOption = !isSearching && first?.value === current && !offered.some((option) => option.value === current);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={current ?? null}
      {...(field.options.none ? { placeholder: t(field.options.none) } : {})}
      allowClear
      showSearch
      filterOption={false}
      onSearch={(text) => {
        setIsSearching(text !== "");
        onSearch?.(text);
      }}
      onOpenChange={(open) => open && setOpened(true)}
      loading={query.isFetching}
      options={first && showsInitialOption ? [first, ...offered] : offered}
      onChange={(next?: string | null) => {
        setChosen(next ?? undefined);
        onChange(next ?? null);
      }}
    />
  );
}
