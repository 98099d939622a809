/** Delivery of codes and messages to mobiles: a gateway, or a sandbox that shows them to the administrator (wire "Small decisions"). */

/** A code on its way to a person. */
export interface SmsMessage {
  /** Id of the staff member, or a unique id of the customer's message. */
  readonly personId: string;
  /** Venue whose customer signs in; undefined for staff. */
  readonly venueId?: string;
  readonly mobile: string;
  /** Six digits. */
  readonly code: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface Sms {
  /** Sends and does not say how that went: whether anything was sent at all is nobody's business who asked. */
  readonly send: (message: SmsMessage) => void;
  /** Sends a text of which nobody waits for the outcome; without a gateway nothing can be sent. */
  readonly notify: (text: SmsText) => void;
  /** Messages that wait to be passed on, newest first; null where a gateway sends. */
  readonly waiting: ((now: Date) => readonly SmsMessage[]) | null;
}

/** A message to a customer. */
export interface SmsText {
  readonly id: string;
  readonly mobile: string;
  readonly text: string;
}

/** Sender of messages to customers; there is none without a gateway. */
export interface Texts {
  /** Sends one and says how that went. */
  readonly send: (message: SmsText) => Promise<"sent" | "refused" | "unreachable">;
}
