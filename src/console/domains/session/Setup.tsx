/** The first-administrator step of an empty install: opened by the link that the server prints, once. */
import { useLogin } from "@refinedev/core";
import { Input, Select } from "antd";
import { useLocation } from "react-router";
import { SPORTS, type Sport } from "../../../contract/core/enums";
import { session as calls } from "../../../contract/session/session";
import { useT } from "../../i18n/use-t";
import type { LoginParams } from "../../providers/auth";
import { useTitle } from "../../shell/use-title";
import { EmptyState } from "../../ui/EmptyState";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { enterSites, SetupImport } from "./SetupImport";
import "./setup.css";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const sport = (value: unknown): Sport => SPORTS.find((one) => one === value) ?? "badminton";

export function Setup() {
  const t = useT();
  const token = new URLSearchParams(useLocation().search).get("setup") ?? "";
  useTitle(t("sites.setupTitle"));
  return (
    <main className="page bare" id="page">
      {token === "" ? (
        <EmptyState icon="lock" title={t("sites.setupNoToken")} />
      ) : (
        <div className="setup">
          <SetupForm token={token} />
          <SetupImport token={token} />
        </div>
      )}
    </main>
  );
}

function SetupForm({ token }: { token: string }) {
  const t = useT();
  const { mutate: signIn } = useLogin<LoginParams>({ mutationOptions: { onSuccess: enterSites } });
  const toInput = (values: Values) => ({
    token,
    organizationName: text(values["organizationName"]),
    venueName: text(values["venueName"]),
    mainTag: sport(values["mainTag"]),
    username: text(values["username"]),
    password: text(values["password"]),
    name: text(values["name"]),
  });
  return (
    <FormPage
      resource="session"
      name="setup"
      title={t("sites.setupTitle")}
      call={calls.setup}
      initial={{ organizationName: "", venueName: "", mainTag: "badminton", username: "", password: "", name: "" }}
      toInput={toInput}
      submit={t("sites.setupGo")}
      keepsDraft={false}
      onSaved={({ access_token }) => {
        signIn({ token: access_token });
      }}
    >
      <FieldGroup title={t("sites.setupOrganization")}>
        <Field name="organizationName" label={t("sites.setupOrganizationName")} required>
          <Input maxLength={60} />
        </Field>
        <div className="form-two">
          <Field name="venueName" label={t("sites.setupVenueName")} required>
            <Input maxLength={60} />
          </Field>
          <Field name="mainTag" label={t("sites.setupMainTag")} required>
            <Select options={SPORTS.map((one) => ({ value: one, label: t(`sites.sport.${one}`) }))} />
          </Field>
        </div>
      </FieldGroup>
      <FieldGroup title={t("sites.setupPerson")}>
        <div className="form-two">
          <Field name="name" label={t("sites.setupName")} required>
            <Input maxLength={40} autoComplete="name" />
          </Field>
          <Field name="username" label={t("sites.setupUsername")} required hint={t("sites.setupUsernameHint")}>
            <Input maxLength={64} autoComplete="username" />
          </Field>
        </div>
        <Field name="password" label={t("sites.setupPassword")} required>
          <Input.Password maxLength={128} autoComplete="new-password" />
        </Field>
      </FieldGroup>
    </FormPage>
  );
}
