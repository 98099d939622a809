import { useState } from "react";
import type { Output } from "../../contract/core/call";
import { type Enrolment, ownAccess } from "../../contract/session/own-access";
import { useCall } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { session, setSession } from "../session/store";
import { Button } from "../ui/Button";
import { notify } from "../ui/notices";
import { When } from "../ui/When";
import { codeEntry, Entries, passwordEntry } from "./AccessEntries";

type Factor = Output<typeof ownAccess.view>["secondFactor"];

/** The second step of signing in: set up, moved to another phone, turned off. */
export function SecondFactor({ on, since, codesLeft, required, again }: Factor & { again: () => void }) {
  const t = useT();
  const [doing, setDoing] = useState<"begin" | "end">();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = useCall(ownAccess.beginSecondFactor);
  const confirm = useCall(ownAccess.confirmSecondFactor);
  const end = useCall(ownAccess.endSecondFactor);
  const finish = (): void => {
    setDoing(undefined);
    setEnrolment(undefined);
    const { person } = session();
    again();
    if (person) setSession({ person: { ...person, secondFactor: doing === "end" ? "off" : "on" } });
  };
  const state = on || codes !== undefined ? t("shell.access.on") : t("shell.access.off");
  return (
    <section>
      <h3>
        {t("shell.access.secondFactor")} <span className="mut">{state}</span>
      </h3>
      {codes ? (
        <>
          <p>{t("shell.access.codesHint")}</p>
          <ul className="access-codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <Button
            kind="primary"
            onClick={() => {
              setCodes(undefined);
              finish();
            }}
          >
            {t("shell.access.codesSaved")}
          </Button>
        </>
      ) : enrolment ? (
        <>
          <p>{t("shell.access.scan")}</p>
          <img
            className="access-scan"
            alt={t("shell.access.qr")}
            width={180}
            height={180}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(enrolment.svg)}`}
          />
          <p className="mut">
            {t("shell.access.secret")} <code>{(enrolment.secret.match(/.{1,4}/g) ?? []).join(" ")}</code>
          </p>
          <Entries
            call={confirm}
            entries={{ code: { label: t("shell.access.code"), autoComplete: "one-time-code", inputMode: "numeric" } }}
            act={t("shell.access.turnOn")}
            onSend={async ({ code = "" }) => setCodes((await confirm.run({ code })).recoveryCodes)}
            onCancel={() => setEnrolment(undefined)}
          />
        </>
      ) : doing === "begin" ? (
        <Entries
          call={begin}
          entries={{ password: passwordEntry(t("shell.access.password")), ...(on ? { code: codeEntry(t("shell.access.anyCode")) } : {}) }}
          act={t("shell.access.next")}
          onSend={async ({ password = "", code = "" }) => setEnrolment(await begin.run({ password, code }))}
          onCancel={() => setDoing(undefined)}
        />
      ) : doing === "end" ? (
        <Entries
          call={end}
          entries={{ password: passwordEntry(t("shell.access.password")), code: codeEntry(t("shell.access.anyCode")) }}
          act={t("shell.access.turnOff")}
          onSend={async ({ password = "", code = "" }) => {
            await end.run({ password, code });
            notify.success(t("shell.access.turnedOff"));
            finish();
          }}
          onCancel={() => setDoing(undefined)}
        />
      ) : (
        <>
          <p className="mut">
            {on ? (
              <>
                {t("shell.access.since")} <When at={since} /> · {t("shell.access.codesLeft", { n: codesLeft })}
              </>
            ) : (
              t("shell.access.advice")
            )}
          </p>
          {required && <p className="mut">{t("shell.access.required")}</p>}
          <div className="access-ways">
            <Button kind={on ? "plain" : "primary"} onClick={() => setDoing("begin")}>
              {on ? t("shell.access.otherPhone") : t("shell.access.setUp")}
            </Button>
            {on && !required && <Button onClick={() => setDoing("end")}>{t("shell.access.turnOff")}</Button>}
          </div>
        </>
      )}
    </section>
  );
}
