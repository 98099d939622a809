/** Rows of the message centre. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { reminders } from "../../../contract/messages/reminders";
import type { TableFor } from "../../resource/columns";

interface MessageTable {
  venue_id: string;
  id: string;
  at: Date;
  kind: string;
  title: string;
  text: Generated<string>;
  /** The English ones; null: the message is older than they are. */
  title_en: string | null;
  text_en: string | null;
  state: Generated<string>;
  resource: string | null;
  resource_id: string | null;
}

interface MessageReplyTable {
  venue_id: string;
  id: string;
  message_id: string;
  text: string;
  person_id: string;
  operator: string;
  at: Date;
}

export interface MessagesTables {
  message_reply: MessageReplyTable;
  message: MessageTable;
  reminder: TableFor<typeof reminders>;
}
