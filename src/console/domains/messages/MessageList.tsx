import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { messages, type VenueMessage } from "../../../contract/messages";
import { invoke } from "../../api/invoke";
import { useCall } from "../../api/useCall";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/useT";
import { can } from "../../session/store";
import { Ask } from "../../ui/Ask";
import { ask } from "../../ui/asked";
import { Button } from "../../ui/Button";
import type { BulkAction } from "../../ui/list/Bulk";
import type { Column } from "../../ui/list/columns";
import { manyOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { openMessage } from "./opens";
import { KIND, STATE } from "./words";

const rowKey = (row: VenueMessage): string => row.id;
const rowName = (row: VenueMessage): string => row.title;

/** Answers a message, or says what was done about it, for colleagues to see. */
function Reply({ message }: { message: VenueMessage }) {
  const t = useT();
  const { run, pending } = useCall(messages.reply);
  const answer = async (): Promise<void> => {
    const title = t({ zh: "回复“{title}”", en: "Answer “{title}”" }, { title: message.title });
    const label = t({ zh: "回复，或做了什么（同事都能看到）", en: "The answer, or what was done (colleagues see it)" });
    const text = await ask({ title, yes: t({ zh: "回复", en: "Answer" }), wants: { label, long: true, most: 500 } });
    if (text === undefined) return;
    try {
      await run({ id: message.id, text });
      notify.success(t("common.saved"));
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <button
      type="button"
      className="link"
      aria-busy={pending}
      onClick={(event) => {
        event.stopPropagation();
        void answer();
      }}
    >
      {t({ zh: "回复", en: "Answer" })}
    </button>
  );
}

const columnsOf = (t: T): Column<VenueMessage>[] => [
  { key: "at", title: t("live.time"), width: 140, fixed: true, sort: "at", render: (row) => <When at={row.at} /> },
  { key: "kind", title: t("live.kind"), width: 96, render: (row) => t(KIND[row.kind]) },
  {
    key: "title",
    title: t("live.title"),
    width: 240,
    render: (row) => (row.state === "unread" ? <b>{row.title}</b> : row.title),
  },
  {
    key: "text",
    title: t("live.text"),
    width: 320,
    grow: true,
    render: (row) => (
      <>
        {row.text}
        {row.replies.map(({ text, by, at }) => (
          <span key={at + text} className="mut">
            <br />
            {by} <When at={at} />：{text}
          </span>
        ))}
      </>
    ),
  },
  { key: "reply", title: t({ zh: "回复", en: "Answer" }), width: 88, render: (row) => row.state !== "cleared" && <Reply message={row} /> },
  {
    key: "state",
    title: t("live.state"),
    width: 96,
    render: (row) => <StatusTag tone={row.state === "unread" ? "waiting" : "neutral"}>{t(STATE[row.state])}</StatusTag>,
  },
];

/**
 * Messages to the venue: bookings that changed, stock that runs low, what waits for approval. Not declared: no other list has rows that carry
 * answers, are marked by one call for many, and open what a further question finds.
 */
export function MessageList() {
  const t = useT();
  const navigate = useNavigate();
  const [clearing, setClearing] = useState(false);
  const clear = useCall(messages.clear);
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(() => [manyOf("kind", t("live.kind"), KIND, t), manyOf("state", t("live.state"), STATE, t)], [t]);
  const views = useMemo(() => [{ key: "unread", title: t("live.stateUnread"), filters: { state: "unread" } }], [t]);
  const bulk = useMemo<BulkAction<VenueMessage>[]>(
    () => [
      { key: "read", title: t("live.read"), icon: "check", unasked: true, run: (row) => invoke(messages.read, { ids: [row.id] }) },
      ...(can("message_clear")
        ? [
            {
              key: "clear",
              title: t("live.clear"),
              icon: "close" as const,
              run: (row: VenueMessage) => invoke(messages.clear, { ids: [row.id] }),
            },
          ]
        : []),
    ],
    [t],
  );
  const open = useCallback(
    (row: VenueMessage): void => {
      openMessage(row)
        .then((path) => path && void navigate(path))
        .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
    },
    [navigate],
  );
  const clearAll = async (): Promise<void> => {
    await clear.run({});
    setClearing(false);
    notify.success(t("live.cleared"));
  };
  return (
    <>
      <ListPage
        name="messages"
        call={messages.list}
        title={t("live.messages")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        filters={filters}
        views={views}
        bulk={bulk}
        onOpen={open}
        emptyHint={t("live.noMessagesHint")}
        aside={
          can("message_clear") && (
            <Button kind="quiet" onClick={() => setClearing(true)}>
              {t("live.clearAll")}
            </Button>
          )
        }
      />
      {clearing && (
        <Ask
          title={t("live.clearAll")}
          onClose={() => setClearing(false)}
          answers={[
            { title: t("live.clearAll"), act: () => void clearAll().catch(() => undefined), kind: "danger" },
            { title: t("common.cancel"), act: () => setClearing(false), kind: "primary" },
          ]}
        >
          {clear.error ? <p role="alert">{clear.error.message}</p> : t("live.clearAllAsk")}
        </Ask>
      )}
    </>
  );
}
