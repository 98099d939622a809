import { useState } from "react";
import { type OwnSession, ownAccess } from "../../contract/session/own-access";
import { useCall } from "../api/use-call";
import { useRead } from "../api/use-read";
import { Modal } from "../desk/Modal";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { notify } from "../ui/notices";
import { SkeletonText } from "../ui/Skeleton";
import { When } from "../ui/When";
import { codeEntry, Entries, passwordEntry } from "./AccessEntries";
import { SecondFactor } from "./SecondFactor";
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
