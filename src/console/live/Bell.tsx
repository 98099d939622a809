import { useNavigate } from "react-router";
import { messages, type VenueMessage } from "../../contract/messages";
import { invoke } from "../api/invoke";
import { useRead } from "../api/useRead";
import { readKey } from "../api/keys";
import { countInput } from "./unread";
import { useT } from "../i18n/useT";
import { queryClient } from "../providers/queries";
import { NavLink } from "../shell/NavLink";
import { useQuiet } from "../shell/useQuiet";
import { can, useSession } from "../session/store";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { Icon } from "../ui/Icon";
import { notify } from "../ui/notices";
import { Popover } from "../ui/Popover";
import { SkeletonText } from "../ui/Skeleton";
import { Ago } from "../ui/When";
import { MESSAGE_LIST } from "../domains/messages/words";

/** Messages that the bell shows; the rest is in the message centre. */
const NEWEST = 8;
const MOST_SHOWN = 99;

/** The message button: how many are unread (a badge above 0), and the newest of them. */
export function Bell() {
  const t = useT();
  const { venueId = "" } = useSession();
  const unread = useRead(messages.count, countInput(venueId), { enabled: useQuiet() }).data ?? 0;
  const badge = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread;
  return (
    <Popover
      align="end"
      className="tool"
      label={unread > 0 ? t("live.bellUnread", { count: unread }) : t("live.bell")}
      button={
        <>
          <Icon name="bell" />
          {unread > 0 && <span className="badge">{badge}</span>}
        </>
      }
    >
      {(close) => <Newest venueId={venueId} unread={unread} close={close} />}
    </Popover>
  );
}

function Newest({ venueId, unread, close }: { venueId: string; unread: number; close: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const input = { venueId, page: 0, size: NEWEST };
  const { data, error, refetch } = useRead(messages.list, input, { staleTime: 0 });
  const readAll = (): void => {
    invoke(messages.read, {})
      .then(() => queryClient.invalidateQueries({ queryKey: readKey(messages.count, countInput(venueId)) }))
      .then(() => refetch())
      .catch((failure: unknown) => notify.error(failure instanceof Error ? failure.message : String(failure)));
  };
  const open = (message: VenueMessage): void => {
    close();
    import("../domains/messages/opens")
      .then(({ openMessage }) => openMessage(message))
      .then((path) => void navigate(path ?? MESSAGE_LIST))
      .catch((failure: unknown) => notify.error(failure instanceof Error ? failure.message : String(failure)));
  };
  return (
    <section className="bell" aria-label={t("live.messages")}>
      <header>
        <b className="grow">{t("live.messages")}</b>
        {unread > 0 && (
          <button type="button" className="link" onClick={readAll}>
            {t("live.readAll")}
          </button>
        )}
      </header>
      {error && !data && <ErrorState what={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonText label={t("ui.loading")} />}
      {data?.empty && <EmptyState icon="bell" title={t("live.noMessages")} hint={t("live.noMessagesHint")} />}
      {data && !data.empty && (
        <ul>
          {data.content.map((message) => (
            <li key={message.id} data-unread={message.state === "unread"}>
              <button type="button" onClick={() => open(message)}>
                <b>{message.title}</b>
                <Ago at={message.at} />
                {message.text && <span className="bell-text">{message.text}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {can("venue_message_center_list") && (
        <footer>
          <NavLink
            to={MESSAGE_LIST}
            go={(path) => {
              close();
              void navigate(path);
            }}
          >
            {t("live.allMessages")}
          </NavLink>
        </footer>
      )}
    </section>
  );
}
