import { Input, Select } from "antd";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { Input as CallInput } from "../../../contract/core/call";
import { readPhone } from "../../../contract/core/typed/phone";
import { type CardType, type Member, members, MOST_FAMILY } from "../../../contract/members/members";
import { showFen } from "../../../contract/core/money";
import { useRead } from "../../api/use-read";
import { announcePaid, type Taken } from "../../desk/announce-paid";
import { useNoPayCode } from "../../desk/use-no-pay-code";
import { useT } from "../../i18n/use-t";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { Segments } from "../../ui/form/Segments";
import { EditPage, FormPage, type Values } from "../../ui/form/FormPage";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { CardFee, CashGiven, FirstRecharge, moneyOf, paymentsOf, totalOf } from "./EnrolMoney";
import { ReferrerField } from "./ReferrerField";
import { DayField } from "../../ui/form/DayField";
import { lazyPart } from "../../ui/lazy-part";

const PictureField = lazyPart(async () => (await import("../../pictures/PictureField")).PictureField);
const LIST = "/venueUser/venue-user-list";
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Enrols a member, with a first recharge if one is wanted; or changes one. */
export function MemberForm() {
  const { id } = useParams();
  return id === undefined ? <Enrol /> : <Edit key={id} id={id} />;
}

function Enrol() {
  const t = useT();
  const navigate = useNavigate();
  const types = useRead(members.cardTypes, {}, { staleTime: 60_000 });
  const first = types.data?.content[0]?.id;
  const registered = useRef<readonly Taken[]>([]);
  useNoPayCode(true);
  if (types.error && !types.data)
    return <ErrorState what={types.error.message} onRetry={() => void types.refetch()} retrying={types.isFetching} />;
  if (!types.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  if (first === undefined) return <EmptyState icon="card" title={t("members.noLevels")} hint={t("members.noLevelsHint")} />;
  return (
    <FormPage
      resource="members"
      name="member"
      title={t("members.enrol")}
      call={members.create}
      initial={{
        phone: "",
        name: "",
        gender: "unknown",
        birthday: null,
        cardTypeId: first,
        cardNo: "",
        tags: [],
        memo: "",
        referrerId: null,
        photo: null,
        coachId: null,
        family: [],
        offerId: undefined,
        pay: "",
        method: "WeChat",
        feeMethod: "WeChat",
        tendered: "",
      }}
      toInput={(values) => enrolInput(values, types.data.content)}
      confirm={(input) => {
        registered.current = paymentsOf(input);
        return Promise.resolve(input);
      }}
      submit={(values) => {
        const total = totalOf(values, types.data.content);
        return total > 0 ? t("members.memberForm.collectSave", { amount: showFen(total) }) : t("common.save");
      }}
      repeats
      onSaved={(member, again) => {
        announcePaid(t("members.enrolled", { name: member.name, cardNo: member.cardNo }), registered.current);
        if (!again) void navigate(`${LIST}/${member.id}`);
      }}
    >
      {(form) => (
        <>
          <PersonFields />
          <CardFee form={form} types={types.data.content} />
          <FirstRecharge form={form} />
          <CashGiven form={form} types={types.data.content} />
        </>
      )}
    </FormPage>
  );
}

function Edit({ id }: { id: string }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <EditPage
      resource="members"
      id={id}
      name={`member-${id}`}
      title={() => t("members.edit")}
      subject={({ name }) => name}
      call={members.modify}
      initial={({ name, gender, birthday, cardTypeId, cardNo, tags, memo, referrer, photo, coach, family }: Member) => ({
        phone: "",
        name,
        gender,
        birthday,
        cardTypeId,
        cardNo,
        tags,
        memo,
        referrerId: referrer?.id ?? null,
        photo,
        coachId: coach?.id ?? null,
        family,
      })}
      toInput={(values) => ({ ...draftOf(values), id })}
      onSaved={() => void navigate(`${LIST}/${id}`)}
    >
      {(_, { phone, referrer, coach }) => <PersonFields exceptId={id} maskedPhone={phone} referrer={referrer} coach={coach} />}
    </EditPage>
  );
}

function draftOf(values: Values): CallInput<typeof members.create> {
  return {
    phone: text(values["phone"]).trim(),
    name: text(values["name"]),
    gender: values["gender"] === "male" || values["gender"] === "female" ? values["gender"] : "unknown",
    birthday: text(values["birthday"]) || null,
    cardTypeId: text(values["cardTypeId"]),
    cardNo: text(values["cardNo"]),
    tags: words(values["tags"]),
    memo: text(values["memo"]),
    referrerId: text(values["referrerId"]) || null,
    photo: text(values["photo"]) || null,
    coachId: text(values["coachId"]) || null,
    family: words(values["family"]),
  };
}

const enrolInput = (values: Values, types: readonly CardType[]): CallInput<typeof members.create> => ({
  ...draftOf(values),
  ...moneyOf(values, types),
});

interface Known {
  readonly exceptId?: string;
  readonly maskedPhone?: string;
  readonly referrer?: Member["referrer"];
  readonly coach?: Member["coach"];
}
function PersonFields({ exceptId, maskedPhone, referrer = null, coach = null }: Known) {
  const t = useT();
  const today = useToday();
  const types = useRead(members.cardTypes, {}, { staleTime: 60_000 });
  const coaches = useRead(members.coaches, {}, { staleTime: 60_000 });
  const teaching = coaches.data?.content ?? [];
  const [phone, setPhone] = useState("");
  const registered = useRead(members.check, { phone, ...(exceptId === undefined ? {} : { exceptId }) }, { enabled: phone !== "" });
  const holder = phone !== "" ? registered.data?.phoneTakenBy : undefined;
  return (
    <>
      <FieldGroup title={t("members.groupPerson")}>
        <Field
          name="phone"
          label={t("members.phone")}
          required={maskedPhone === undefined}
          hint={
            holder ? (
              <span className="bad" role="alert">
                {t("members.phoneTaken", { name: holder })}
              </span>
            ) : (
              maskedPhone
            )
          }
        >
          <Input inputMode="tel" autoComplete="off" onChange={(event) => setPhone(readPhone(event.target.value).value ?? "")} />
        </Field>
        <div className="form-two">
          <Field name="name" label={t("members.fullName")} required>
            <Input autoComplete="off" maxLength={40} />
          </Field>
          <Field name="gender" label={t("members.gender")}>
            <Segments
              label={t("members.gender")}
              options={[
                { value: "unknown", label: t("members.unknown") },
                { value: "male", label: t("members.male") },
                { value: "female", label: t("members.female") },
              ]}
            />
          </Field>
          <Field name="birthday" label={t("members.birthday")}>
            <DayField clears max={today} />
          </Field>
        </div>
        <Field name="photo" label={t("members.memberForm.photo")} hint={t("members.memberForm.soDeskKnowsThem")}>
          <PictureField />
        </Field>
      </FieldGroup>
      <FieldGroup title={t("members.groupCard")}>
        <div className="form-two">
          <Field name="cardTypeId" label={t("members.level")} required from={types}>
            <Choice options={(types.data?.content ?? []).map((type) => ({ value: type.id, label: type.name }))} />
          </Field>
          <Field name="cardNo" label={t("members.cardNo")} hint={t("members.cardNoHint")}>
            <Input autoComplete="off" maxLength={24} />
          </Field>
        </div>
        <Field name="referrerId" label={t("members.referrer")} hint={t("members.referrerHint")}>
          <ReferrerField named={referrer} exceptId={exceptId} />
        </Field>
        <Field name="coachId" label={t("members.memberForm.coach")} from={coaches}>
          <Select
            allowClear
            options={[...(coach && !teaching.some(({ id }) => id === coach.id) ? [coach] : []), ...teaching].map(({ id, name }) => ({
              value: id,
              label: name,
            }))}
          />
        </Field>
        <Field
          name="family"
          label={t("members.memberForm.family")}
          hint={t("members.memberForm.whoElseUsesCard", { most: String(MOST_FAMILY) })}
        >
          <Select mode="tags" maxCount={MOST_FAMILY} tokenSeparators={[",", "，", "、"]} open={false} suffixIcon={null} />
        </Field>
        <Field name="tags" label={t("members.tags")}>
          <Select mode="tags" tokenSeparators={[",", "，", " "]} open={false} suffixIcon={null} />
        </Field>
        <Field name="memo" label={t("members.memo")}>
          <Input.TextArea className="grows" rows={2} maxLength={200} />
        </Field>
      </FieldGroup>
    </>
  );
}
