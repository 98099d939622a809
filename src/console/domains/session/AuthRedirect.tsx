/**
 * Actions that a link may do once the person agrees: log another device in (the phone's side of a QR login), or sign somebody else in here.
 */
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { session as calls } from "../../../contract/session/session";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { signedIn } from "../../login/stored-session";
import { loginPath } from "../../session/guard";
import { useSession } from "../../session/store";
import { acceptSwitch, rejectSwitch, waitingSwitch } from "../../session/switching";
import { useTitle } from "../../shell/use-title";
import { HOME } from "../../resources";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Failure } from "../../ui/Failure";

export function AuthRedirect() {
  const [linked] = useState(waitingSwitch);
  return linked ? <SwitchAccount linked={linked} /> : <ConfirmDevice />;
}

function SwitchAccount({ linked }: { linked: NonNullable<ReturnType<typeof waitingSwitch>> }) {
  const t = useT();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const { from, name: to } = linked;
  useTitle(t("shell.switchTitle"));
  const stay = (): void => {
    rejectSwitch();
    void navigate(linked.to, { replace: true });
  };
  const accept = (): void => {
    setBusy(true);
    void acceptSwitch(linked);
  };
  return (
    <main className="page bare" id="page">
      <EmptyState
        icon="person"
        title={t("shell.switchTitle")}
        hint={t("shell.switchText", { from, to })}
        action={
          <>
            <Button size="lg" kind="primary" onClick={stay}>
              {t("shell.switchStay", { from })}
            </Button>
            <Button size="lg" busy={busy} onClick={accept}>
              {t("shell.switchGo", { to })}
            </Button>
          </>
        }
      />
    </main>
  );
}

function ConfirmDevice() {
  const t = useT();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { person } = useSession();
  const { run, pending, error } = useCall(calls.qrConfirm);
  const [done, setDone] = useState(false);
  const ticket = new URLSearchParams(search).get("ticket");
  useTitle(t("sites.redirecting"));

  const out = !signedIn();
  // The login is a page of its own, which the router does not know; it comes back here with the ticket.
  useEffect(() => {
    if (out) location.replace(loginPath(pathname + search));
  }, [out, pathname, search]);
  if (out) return null;
  const content =
    ticket === null || ticket === "" ? (
      <EmptyState icon="qr" title={t("sites.noTicket")} />
    ) : done ? (
      <EmptyState icon="check-circle" title={t("sites.confirmed")} />
    ) : (
      <EmptyState
        icon="qr"
        title={t("sites.confirmTitle", { site: t("ui.product") })}
        hint={t("sites.confirmText", { name: person?.name ?? "" })}
        action={
          <>
            <Button size="lg" onClick={() => void navigate(HOME, { replace: true })}>
              {t("common.cancel")}
            </Button>
            <Button
              kind="primary"
              size="lg"
              busy={pending}
              onClick={() => {
                run({ ticket }).then(
                  () => setDone(true),
                  () => undefined, // said below
                );
              }}
            >
              {t("sites.confirm")}
            </Button>
          </>
        }
      />
    );
  return (
    <main className="page bare" id="page">
      {content}
      {error && <Failure>{error.message}</Failure>}
    </main>
  );
}
