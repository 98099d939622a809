/** Overlays on every page: messages, and the questions that concern the whole session. */
import { useLogout } from "@refinedev/core";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useBlocker } from "react-router";
import { useT } from "../i18n/use-t";
import { isExpired, stayHere, watchExpired } from "../session/expired";
import { followLogout } from "../providers/auth";
import { storeVenue, storedVenueId } from "../session/storage";
import { session, useSession } from "../session/store";
import { subscribeToTabs, postToTabs } from "../session/tabs";
import { Ask } from "../ui/Ask";
import { ApprovalHost } from "../desk/ApprovalHost";
import { AskHost } from "../ui/confirm";
import { lazyPart } from "../ui/lazy-part";
import { NoticeHost } from "../ui/notices";
import { forgetUnsaved, unsavedIn } from "../ui/use-unsaved";
import { closeAccess, useAccessOpen } from "./access";
import { closePassword, usePasswordOpen } from "./password";
import { frameSettings } from "./settings";
import { wouldLoseInput, noteLeaving } from "./tabs/leaving";
import { placeOf } from "./tabs/place";

const PasswordDialog = lazyPart(async () => (await import("./PasswordDialog")).PasswordDialog);

const AccessDialog = lazyPart(async () => (await import("./AccessDialog")).AccessDialog);

export function Overlays() {
  const changingPassword = usePasswordOpen();
  const accessOpen = useAccessOpen();
  return (
    <>
      {accessOpen && <AccessDialog onClose={closeAccess} />}
      {changingPassword && <PasswordDialog onClose={closePassword} />}
      <Expired />
      <OtherTabs />
      <Unsaved />
      <ApprovalHost />
      <AskHost />
      <NoticeHost />
    </>
  );
}

/** The session ended: log in again, or stay on the page with everything on it. */
function Expired() {
  const t = useT();
  const { mutate: logout } = useLogout<{ expired: boolean }>();
  const asking = useSyncExternalStore(watchExpired, isExpired, isExpired);
  if (!asking) return null;
  return (
    <Ask
      title={t("errors.expired")}
      onClose={stayHere}
      answers={[
        { title: t("common.cancel"), act: stayHere },
        { title: t("errors.loginAgain"), act: () => logout({ expired: true }), kind: "primary" },
      ]}
    />
  );
}

/** Another tab logged out, or chose another venue: this one stops, so that nothing lands in the wrong venue (wire). */
function OtherTabs() {
  const t = useT();
  const { venueId, venue } = useSession();
  const [other, setOther] = useState<{ venueId: string; name: string }>();

  useEffect(() => {
    const stop = subscribeToTabs((message) => {
      if (message.type === "venue") return setOther(message);
      followLogout();
      return undefined;
    });
    // A tab that slept through the message sees it in the cookie.
    const wake = (): void => {
      const storedId = storedVenueId();
      const { venueId: mine, sites } = session();
      if (document.visibilityState !== "visible" || storedId === undefined || mine === undefined) return;
      setOther({ venueId: storedId, name: sites?.find((site) => site.venueId === storedId)?.name ?? "" });
    };
    document.addEventListener("visibilitychange", wake);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", wake);
    };
  }, []);

  if (!other || venueId === undefined || other.venueId === venueId) return null;
  const back = (): void => {
    storeVenue(venueId, venue?.mainTag);
    postToTabs({ type: "venue", venueId, name: venue?.name ?? "" });
    setOther(undefined);
  };
  return (
    <Ask
      title={t("shell.otherVenue", { name: other.name })}
      answers={[
        { title: t("shell.otherVenueBack", { name: venue?.name ?? "" }), act: back },
        { title: t("shell.otherVenueReload"), act: () => location.reload(), kind: "primary" },
      ]}
    />
  );
}

/** One question for all that would be lost, whatever way a page is left. Another tab loses nothing: see `tabs/leaving.ts`. */
function Unsaved() {
  const t = useT();
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    noteLeaving(from.pathname, to.pathname);
    return wouldLoseInput(from.pathname, to.pathname, frameSettings().tagsView);
  });
  if (blocker.state !== "blocked") return null;
  const leave = (): void => {
    const here = placeOf(location.pathname)?.id;
    const inside = placeOf(blocker.location.pathname) !== undefined;
    forgetUnsaved(inside && here !== undefined && unsavedIn(here) ? here : undefined);
    blocker.proceed();
  };
  return (
    <Ask
      title={t("common.leaveTitle")}
      onClose={() => blocker.reset()}
      answers={[
        { title: t("common.leave"), act: leave, kind: "danger" },
        { title: t("common.stay"), act: () => blocker.reset(), kind: "primary" },
      ]}
    >
      {t("common.leaveText")}
    </Ask>
  );
}
