import { Form, type FormInstance, Input, Switch } from "antd";
import { HALL_SELLS } from "../../../contract/places/halls";
import { MOST_COLUMNS, MOST_ROWS, PLACE_ICONS } from "../../../contract/places/places";
import { useT } from "../../i18n/use-t";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { Segments } from "../../ui/form/Segments";
import type { Values } from "../../ui/form/FormPage";
import { numberOr, text } from "../../ui/form/read";
import { WeekHours } from "../../ui/form/WeekHours";
import { usePrograms } from "../../ui/form/use-named";
import { ClosedTimes } from "./ClosedTimes";
import { iconOf } from "./input";
import { MapEditor } from "./map/MapEditor";
import { PlaceMark } from "./PlaceMark";
import { NumberField } from "../../ui/form/NumberField";

const MOST_START = 999;

/** Fields of a hall. @param fixedSells it has places: how it is sold stays */
export function HallFields({ form, fixedSells = false }: { form: FormInstance<Values>; fixedSells?: boolean }) {
  const t = useT();
  const programs = usePrograms();
  const sells: unknown = Form.useWatch("sells", form);
  const ownHours: unknown = Form.useWatch("ownHours", form);
  const rows: unknown = Form.useWatch("maxRow", form);
  const columns: unknown = Form.useWatch("maxColumn", form);
  const start: unknown = Form.useWatch("placeStart", form);
  const name: unknown = Form.useWatch("name", form);
  const icon: unknown = Form.useWatch("placeIcon", form);
  const size = { rows: clamp(numberOr(rows, 1), MOST_ROWS), columns: clamp(numberOr(columns, 1), MOST_COLUMNS) };
  return (
    <>
      <FieldGroup title={t("places.basics")}>
        <div className="form-two">
          <Field name="name" label={t("places.name")} required>
            <Input autoComplete="off" maxLength={40} />
          </Field>
          <Field
            name="programId"
            label={t("places.program")}
            required
            from={programs}
            none={programs.data?.content.length === 0 ? t("places.noProgram") : undefined}
          >
            <Choice options={(programs.data?.content ?? []).map((program) => ({ value: program.id, label: program.name }))} />
          </Field>
          <Field name="sells" label={t("places.sells")}>
            <Segments
              label={t("places.sells")}
              disabled={fixedSells}
              options={Object.entries(HALL_SELLS).map(([value, label]) => ({ value, label: t(label) }))}
            />
          </Field>
          <Field name="placeIcon" label={t("places.placeIcon")}>
            <Choice
              options={[
                { value: "", label: "—" },
                ...PLACE_ICONS.map((icon) => ({
                  value: icon,
                  label: (
                    <span className="row">
                      <PlaceMark icon={icon} /> {t(`places.icons.${icon}`)}
                    </span>
                  ),
                })),
              ]}
            />
          </Field>
          <Field name="position" label={t("places.position")} hint={t("places.positionHint")}>
            <NumberField min={0} max={999} />
          </Field>
          <Field name="vrUrl" label={t("places.vrUrl")}>
            <Input inputMode="url" autoComplete="off" placeholder="https://" />
          </Field>
        </div>
      </FieldGroup>
      {sells === "capacity" ? (
        <FieldGroup title={t("places.mapTitle")}>
          <p className="mut">{t("places.capacityHint")}</p>
        </FieldGroup>
      ) : (
        <FieldGroup title={t("places.mapTitle")}>
          <div className="map-sizes">
            <Field name="maxRow" label={t("places.maxRow")}>
              <NumberField min={1} max={MOST_ROWS} />
            </Field>
            <Field name="maxColumn" label={t("places.maxColumn")}>
              <NumberField min={1} max={MOST_COLUMNS} />
            </Field>
            <Field name="placeStart" label={t("places.placeStart")}>
              <NumberField min={0} max={MOST_START} />
            </Field>
          </div>
          <Form.Item name="places" noStyle>
            <MapEditor size={size} start={Math.min(numberOr(start, 1), MOST_START)} hallName={text(name)} usual={iconOf(icon)} />
          </Form.Item>
        </FieldGroup>
      )}
      <FieldGroup title={t("places.hours")}>
        <Field name="ownHours" label={t("places.ownHours")} valuePropName="checked" hint={t("places.ownHoursHint")}>
          <Switch />
        </Field>
        {ownHours === true && (
          <Field name="hours" label={t("places.hours")}>
            <WeekHours />
          </Field>
        )}
        <Field name="closed" label={t("places.closed")} hint={t("places.closedHint")}>
          <ClosedTimes />
        </Field>
      </FieldGroup>
    </>
  );
}

const clamp = (number: number, most: number): number => Math.max(1, Math.min(most, Math.round(number)));
