/** Screens of the message centre. */
import { declared } from "../../registry";

export const MESSAGE_LIST = "/venue/venue-message-center-list";

export const messageScreens = [
  ...declared({
    name: "messages",
    group: "venue",
    code: "venue_message_center_list",
    title: { zh: "消息中心", en: "Message centre" },
    icon: "bell",
    contract: () => import("../../../contract/messages/message-centre"),
    list: MESSAGE_LIST,
    parts: () => import("./parts"),
  }),
  ...declared({
    name: "reminders",
    group: "venue",
    code: "venue_message_center_list",
    title: { zh: "工作提醒", en: "Reminders" },
    icon: "bell",
    contract: () => import("../../../contract/messages/reminders"),
    list: "/venue/remind-list",
    form: { path: "/venue/remind-form", code: "message_clear" },
  }),
];
