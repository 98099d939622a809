import { unreadCount } from "../../contract/platform/shell";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { useSession } from "../session/store";
import { useQuiet } from "../shell/use-quiet";
import { useWaiting } from "../shell/waiting-notice";
import { Icon } from "../ui/Icon";
import { lazyPart } from "../ui/lazy-part";
import { Popover } from "../ui/Popover";
import { countInput } from "./unread";

const Newest = lazyPart(async () => (await import("./Newest")).Newest);
const MOST_SHOWN = 99;

/** The message button: how many are unread (a badge above 0), and the newest of them. */
export function Bell() {
  const t = useT();
  const { venueId = "" } = useSession();
  const unread = useRead(unreadCount, countInput(venueId), { enabled: useQuiet() }).data ?? 0;
  const badge = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread;
  const update = useWaiting();
  const label = unread > 0 ? t("live.bellUnread", { count: unread }) : t("live.bell");
  return (
    <Popover
      align="end"
      className="tool"
      label={update ? t("live.bellUpdate", { label }) : label}
      button={
        <>
          <Icon name="bell" />
          {unread > 0 ? <span className="badge">{badge}</span> : update && <span className="badge badge-dot" />}
        </>
      }
    >
      {(close) => (
        // As wide as it will be before what is in it is there: the panel finds its place when it opens.
        <section className="bell" aria-label={t("live.messages")}>
          <Newest venueId={venueId} unread={unread} close={close} />
        </section>
      )}
    </Popover>
  );
}
