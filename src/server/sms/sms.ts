/** What sends codes to mobiles: a gateway, or a sandbox that shows them to the administrator (wire "Small decisions"). */

/** A code on its way to a person. */
export interface SmsMessage {
  readonly personId: string;
  readonly mobile: string;
  /** Six digits. */
  readonly code: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface Sms {
  /** Sends and does not say how that went: whether anything was sent at all is nobody's business who asked. */
  readonly send: (message: SmsMessage) => void;
  /** What waits to be passed on, newest first; null where a gateway sends. */
  readonly waiting: ((now: Date) => readonly SmsMessage[]) | null;
}
