/** Screens of the message centre. */
import { declared, first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";
import { session } from "../../session/store";
import { MESSAGE_LIST } from "./words";

const FILTERS = ["kind", "state"] as const;

const centre = resource({
  name: "messages",
  group: "venue",
  code: "venue_message_center_list",
  calls: () => import("../../../contract/messages"),
  list: {
    path: MESSAGE_LIST,
    title: "live.messages",
    icon: "bell",
    page: () => import("./MessageList"),
    first: async ({ search }) => {
      const { messages } = await import("../../../contract/messages");
      return [first(messages.list, { venueId: session().venueId ?? "", ...listInput(readState(search.toString(), FILTERS)) })];
    },
  },
});

export const messageScreens = [
  ...centre,
  ...declared({
    name: "reminders",
    group: "venue",
    title: { zh: "工作提醒", en: "Reminders" },
    icon: "bell",
    contract: () => import("../../../contract/reminders"),
    list: "/venue/remind-list",
    form: { path: "/venue/remind-form", code: "message_clear" },
  }),
];
