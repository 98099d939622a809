import "../prices/prices.css";
import "./game-courts.css";
import { Form, type FormInstance, Input } from "antd";
import { useNavigate, useParams } from "react-router";
import { type GameCourts, gameCourtDesk, gameCourts } from "../../../contract/gameCourts/game-courts";
import { callsOf } from "../../../contract/core/resource/calls";
import { addDays, clock, DAY_MINUTES, GRANULE } from "../../../contract/core/time";
import { useFresh } from "../../api/use-fresh";
import { useT } from "../../i18n/use-t";
import { ErrorState } from "../../ui/ErrorState";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { SkeletonText } from "../../ui/Skeleton";
import { useSubject } from "../../ui/tab";
import { useToday } from "../../ui/today";
import { DayField } from "../../ui/form/DayField";
import { Weekdays } from "../../ui/form/Weekdays";
import { usePlaces, usePlaceSupply } from "../../ui/form/use-named";
import { CourtPlanView } from "./CourtPlanView";
import { reservationInput } from "./input";

const LIST = "/addedServices/game-booking-place-list";
const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => ({ value: i * GRANULE, label: clock(i * GRANULE) }));

/** Takes courts for a new game, or more of them for one that has some: where and when, and below it every court and day that would be taken. */
export function TakeForm() {
  const t = useT();
  const navigate = useNavigate();
  const today = useToday();
  const { id } = useParams();
  const game = useFresh(id === undefined ? undefined : callsOf(gameCourts).view, { id: id ?? "" });
  useSubject(game.data?.title);
  if (game.error) return <ErrorState what={game.error.message} onRetry={game.refetch} retrying={game.isFetching} />;
  if (id !== undefined && !game.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const day = addDays(today, 1);
  return (
    <FormPage
      resource="gameCourts"
      name={id === undefined ? "game-courts" : `game-courts-${id}`}
      title={game.data?.title ?? t("gameCourts.create")}
      call={gameCourtDesk.take}
      submit={t("gameCourts.take")}
      initial={{
        title: game.data?.title ?? "",
        contact: "",
        phone: "",
        remark: "",
        placeIds: [],
        from: day,
        to: day,
        weekdays: [],
        start: 540,
        end: 1_080,
        skip: [],
      }}
      toInput={(values) => ({ ...reservationInput(values), ...(id === undefined ? {} : { gameId: id }) })}
      onSaved={(taken) => void navigate(`${LIST}/${taken.id}`)}
    >
      {(form) => <Fields form={form} game={game.data} />}
    </FormPage>
  );
}

function Fields({ form, game }: { form: FormInstance<Values>; game: GameCourts | undefined }) {
  const t = useT();
  const places = usePlaces();
  const supply = usePlaceSupply();
  const values: Values | undefined = Form.useWatch([], form);
  return (
    <>
      {game === undefined && (
        <FieldGroup title={t("gameCourts.what")}>
          <Field name="title" label={t("gameCourts.title")} required hint={t("gameCourts.titleHint")}>
            <Input autoComplete="off" maxLength={40} />
          </Field>
          <div className="form-two">
            <Field name="contact" label={t("gameCourts.contact")}>
              <Input autoComplete="off" maxLength={40} />
            </Field>
            <Field name="phone" label={t("gameCourts.phone")}>
              <Input inputMode="tel" autoComplete="off" />
            </Field>
          </div>
          <Field name="remark" label={t("gameCourts.remark")}>
            <Input autoComplete="off" maxLength={200} />
          </Field>
        </FieldGroup>
      )}
      <FieldGroup title={t("gameCourts.where")}>
        <Field name="placeIds" label={t("gameCourts.places")} required {...supply}>
          <Choice
            mode="multiple"
            optionFilterProp="label"
            options={places.map((place) => ({ value: place.id, label: `${place.hallName} ${place.label}` }))}
          />
        </Field>
        <div className="form-two">
          <Field name="from" label={t("gameCourts.from")} required>
            <DayField />
          </Field>
          <Field name="to" label={t("gameCourts.to")} required>
            <DayField />
          </Field>
        </div>
        <Field name="weekdays" label={t("gameCourts.weekdays")}>
          <Weekdays />
        </Field>
        <div className="form-two">
          <Field name="start" label={t("gameCourts.start")}>
            <Choice showSearch optionFilterProp="label" options={TIMES.slice(0, -1)} />
          </Field>
          <Field name="end" label={t("gameCourts.end")}>
            <Choice showSearch optionFilterProp="label" options={TIMES.slice(1)} />
          </Field>
        </div>
      </FieldGroup>
      <FieldGroup title={t("gameCourts.plan")}>
        {values && (
          <Form.Item name="skip" noStyle>
            <CourtPlanView wanted={reservationInput(values)} />
          </Form.Item>
        )}
      </FieldGroup>
    </>
  );
}
