/** Additions to the declared message centre: unread titles are emphasised, answers appear below the text, a row opens its subject. */
import { messages } from "../../../contract/messages/message-centre";
import { partsOf } from "../../resource/parts";
import { When } from "../../ui/When";
import { openMessage } from "./opens";

const { title } = messages.fields;

export const parts = partsOf<typeof messages>({
  columns: (t) => [
    {
      key: "title",
      title: t(title.label),
      width: title.options.width,
      render: (row) => (row.state === "unread" ? <b>{row.title}</b> : row.title),
    },
  ],
  cells: {
    text: (row) => (
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
  open: openMessage,
});
