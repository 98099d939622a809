import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import type { Output } from "../../contract/core/call";
import { type Enrolment, type OwnSession, ownAccess } from "../../contract/session/own-access";
import { ApiError } from "../api/error";
import { type CallHandle, useCall } from "../api/use-call";
import { useRead } from "../api/use-read";
import { Modal } from "../desk/Modal";
import { useT } from "../i18n/use-t";
import { session, setSession } from "../session/store";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { Failure } from "../ui/Failure";
import { notify } from "../ui/notices";
import { SkeletonText } from "../ui/Skeleton";
import { When } from "../ui/When";
import "./access.css";

const WIDTH = 560;

/** A person's own access: the second step, where they are signed in, and the mobile that recovers the password. */
export function AccessDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const read = useRead(ownAccess.view, {}, { staleTime: 0 });
  const again = (): void => void read.refetch();
  return (
    <Modal title={t("shell.access.title")} width={WIDTH} onClose={onClose}>
      <div className="access">
        {read.data ? (
          <>
            <SecondFactor {...read.data.secondFactor} again={again} />
            <ApprovalPin since={read.data.pinSince} withCode={read.data.secondFactor.on} again={again} />
            <Sessions sessions={read.data.sessions} again={again} />
            <MobileNumber mobile={read.data.mobile} withCode={read.data.secondFactor.on} again={again} />
          </>
        ) : read.error ? (
          <ErrorState what={read.error.message} onRetry={again} retrying={read.isFetching} />
        ) : (
          <SkeletonText lines={6} label={t("ui.loading")} />
        )}
      </div>
    </Modal>
  );
}

type Factor = Output<typeof ownAccess.view>["secondFactor"];

function SecondFactor({ on, since, codesLeft, required, again }: Factor & { again: () => void }) {
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

/** The PIN by which the person approves actions of colleagues at the till. */
function ApprovalPin({ since, withCode, again }: { since: string | null; withCode: boolean; again: () => void }) {
  const t = useT();
  const [doing, setDoing] = useState<"set" | "remove">();
  const set = useCall(ownAccess.setPin);
  const remove = useCall(ownAccess.removePin);
  const confirming = {
    password: passwordEntry(t("shell.access.password")),
    ...(withCode ? { code: codeEntry(t("shell.access.anyCode")) } : {}),
  };
  const finish = (message: string): void => {
    setDoing(undefined);
    notify.success(message);
    again();
  };
  return (
    <section>
      <h3>
        {t("shell.access.pin")} <span className="mut">{t(since === null ? "shell.access.pinNone" : "shell.access.on")}</span>
      </h3>
      <p className="mut">{t("shell.access.pinHint")}</p>
      {doing === "set" ? (
        <Entries
          call={set}
          entries={{ pin: { label: t("shell.access.newPin"), autoComplete: "off", inputMode: "numeric", isHidden: true }, ...confirming }}
          act={t("shell.access.setPin")}
          onSend={async ({ pin = "", password = "", code = "" }) => {
            await set.run({ pin, password, code });
            finish(t("shell.access.pinSet"));
          }}
          onCancel={() => setDoing(undefined)}
        />
      ) : doing === "remove" ? (
        <Entries
          call={remove}
          entries={confirming}
          act={t("shell.access.removePin")}
          onSend={async ({ password = "", code = "" }) => {
            await remove.run({ password, code });
            finish(t("shell.access.pinRemoved"));
          }}
          onCancel={() => setDoing(undefined)}
        />
      ) : (
        <div className="access-ways">
          <Button onClick={() => setDoing("set")}>{t(since === null ? "shell.access.setPin" : "shell.access.changePin")}</Button>
          {since !== null && <Button onClick={() => setDoing("remove")}>{t("shell.access.removePin")}</Button>}
        </div>
      )}
    </section>
  );
}

function Sessions({ sessions, again }: { sessions: readonly OwnSession[]; again: () => void }) {
  const t = useT();
  const one = useCall(ownAccess.endSession);
  const others = useCall(ownAccess.endOthers);
  const end = (work: Promise<unknown>): void =>
    void work.then(
      () => {
        notify.success(t("shell.access.ended"));
        again();
      },
      (error: unknown) => notify.error(error instanceof Error ? error.message : String(error)),
    );
  return (
    <section>
      <h3>
        {t("shell.access.sessions")} <span className="mut">{sessions.length}</span>
      </h3>
      <ul className="access-sessions" aria-label={t("shell.access.sessions")}>
        {sessions.map((row) => (
          <li key={row.id}>
            <span>
              <b>
                {[row.browser, row.system].filter((word) => word !== "").join(" · ") || t("shell.access.unknownDevice")}
                {row.isThis && <span className="mut"> {t("shell.access.here")}</span>}
              </b>
              <small className="mut">
                {row.address} · {t("shell.access.signedIn")} <When at={row.signedInAt} /> · {t("shell.access.used")}{" "}
                <When at={row.usedAt} />
              </small>
              <small className="mut">
                {t("shell.access.ends")} <When at={row.endsAt} />
              </small>
            </span>
            {!row.isThis && (
              <Button busy={one.pending} onClick={() => end(one.run({ id: row.id }))}>
                {t("shell.access.signOut")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={others.pending} onClick={() => end(others.run({}))}>
          {t("shell.access.signOutOthers")}
        </Button>
      )}
    </section>
  );
}

function MobileNumber({ mobile, withCode, again }: { mobile: string; withCode: boolean; again: () => void }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const change = useCall(ownAccess.changeMobile);
  return (
    <section>
      <h3>
        {t("shell.access.mobile")} <span className="mut">{mobile || t("shell.access.noMobile")}</span>
      </h3>
      <p className="mut">{t("shell.access.mobileHint")}</p>
      {open ? (
        <Entries
          call={change}
          entries={{
            mobile: { label: t("shell.access.newMobile"), autoComplete: "tel-national", inputMode: "tel" },
            password: passwordEntry(t("shell.access.password")),
            ...(withCode ? { code: codeEntry(t("shell.access.anyCode")) } : {}),
          }}
          act={t("shell.access.changeMobile")}
          onSend={async ({ password = "", code = "", mobile = "" }) => {
            await change.run({ password, code, mobile });
            setOpen(false);
            notify.success(t("shell.access.mobileChanged"));
            again();
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button onClick={() => setOpen(true)}>{t("shell.access.changeMobile")}</Button>
      )}
    </section>
  );
}

interface Entry {
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: "password";
  readonly inputMode?: "numeric" | "tel" | "text";
  /** Typed unseen; no browser offers to save it, as it does with a password. */
  readonly isHidden?: true;
}
const passwordEntry = (label: string): Entry => ({ label, autoComplete: "current-password", type: "password" });
const codeEntry = (label: string): Entry => ({ label, autoComplete: "one-time-code" });

/** A few texts that a call takes, with what is wrong with each beside it; what was typed stays. */
function Entries({
  call: { pending, error },
  entries,
  act,
  onSend,
  onCancel,
}: {
  call: Pick<CallHandle<never>, "pending" | "error">;
  entries: Readonly<Record<string, Entry>>;
  act: ReactNode;
  onSend: (typed: Readonly<Record<string, string>>) => Promise<void>;
  onCancel: () => void;
}) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<string>();
  const errors = error instanceof ApiError ? error.errors : {};
  const names = Object.keys(entries);
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    const empty = names.find((name) => !typed[name]);
    setMissing(empty);
    if (empty !== undefined) return document.getElementById(`${id}-${empty}`)?.focus();
    if (!pending) void onSend(typed).catch(() => undefined); // shown below; what was typed stays
    return undefined;
  };
  return (
    <form onSubmit={send} noValidate>
      {Object.entries(entries).map(([name, { label, isHidden, ...rest }], i) => {
        const fault = missing === name ? t("errors.required", { field: label }) : errors[name];
        return (
          <div key={name}>
            <label className="field-label" htmlFor={`${id}-${name}`}>
              {label}
            </label>
            <span className="input input-lg">
              <input
                {...rest}
                className={isHidden && "access-hidden"}
                id={`${id}-${name}`}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this form
                autoFocus={i === 0}
                required
                maxLength={128}
                value={typed[name] ?? ""}
                aria-invalid={fault !== undefined || undefined}
                aria-describedby={`${id}-${name}-note`}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </span>
            <p id={`${id}-${name}-note`} className="field-error" aria-live="polite">
              {fault}
            </p>
          </div>
        );
      })}
      {error && !names.some((name) => errors[name]) && <Failure>{error.message}</Failure>}
      <div className="access-ways">
        <Button onClick={onCancel}>{t("common.cancel")}</Button>
        <Button kind="primary" type="submit" busy={pending}>
          {act}
        </Button>
      </div>
    </form>
  );
}
