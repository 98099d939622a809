import { useNavigate } from "react-router";
import { messages, type VenueMessage } from "../../contract/messages/messages";
import { act } from "../api/act";
import { readKey } from "../api/keys";
import { useRead } from "../api/use-read";
import { MESSAGE_LIST } from "../domains/messages/resources";
import { openMessage } from "../domains/messages/opens";
import { useT } from "../i18n/use-t";
import { queryClient } from "../providers/queries";
import { can } from "../providers/access-control";
import { NavLink } from "../shell/NavLink";
import { openWaiting, useWaiting } from "../shell/waiting-notice";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { notify } from "../ui/notices";
import { SkeletonText } from "../ui/Skeleton";
import { Ago } from "../ui/When";
import { countInput } from "./unread";

/** Messages that the bell shows; the rest is in the message centre. */
const NEWEST = 8;

/** Shows the newest messages when the bell is pressed. */
export function Newest({ venueId, unread, close }: { venueId: string; unread: number; close: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const input = { venueId, page: 0, size: NEWEST };
  const { data, error, refetch } = useRead(messages.list, input, { staleTime: 0 });
  const update = useWaiting();
  const readAll = (): void => {
    act(messages.read, {})
      .then(() => queryClient.invalidateQueries({ queryKey: readKey(messages.count, countInput(venueId)) }))
      .then(() => refetch())
      .catch((failure: unknown) => notify.error(failure instanceof Error ? failure.message : String(failure)));
  };
  const open = (message: VenueMessage): void => {
    close();
    openMessage(message)
      .then((path) => void navigate(path ?? MESSAGE_LIST))
      .catch((failure: unknown) => notify.error(failure instanceof Error ? failure.message : String(failure)));
  };
  return (
    <>
      <header>
        <b className="grow">{t("live.messages")}</b>
        {unread > 0 && (
          <button type="button" className="link" onClick={readAll}>
            {t("live.readAll")}
          </button>
        )}
      </header>
      {update && (
        <button
          type="button"
          className="bell-update"
          onClick={() => {
            close();
            openWaiting();
          }}
        >
          <b>{t("shell.updated")}</b>
          <Ago at={update.upTime} />
          <span className="bell-text">{update.memo}</span>
        </button>
      )}
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
    </>
  );
}
