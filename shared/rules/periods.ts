/*
 * How long things last. The server keeps to these, and texts, emails, summaries of endpoints and help articles take the number from here
 * (tests/architecture/stated-values.test.ts).
 */

/** How long a hold keeps its places; it may be extended once by the same time. */
export const HOLD_MINUTES = 15;
/** Days for which the places of an order are held until the organiser has approved it. */
export const APPROVAL_DAYS = 7;
/** Hours within which an order with a price is paid once it was approved. */
export const APPROVED_HOURS = 48;
/** How long the places of a change are held while it waits for its payment. */
export const CHANGE_MINUTES = 30;
/** How many hours a change that a member made waits for its buyer, until the event starts at most. */
export const MEMBER_CHANGE_HOURS = 48;
/** How long a place is held that nobody has paid or confirmed. */
export const UNCONFIRMED_HOURS = 24;
/** After so many days both sides are reminded of a request for a refund. */
export const REFUND_REMINDER_DAYS = 7;
/** How long bank details of buyers are needed after their money was sent. */
export const REFUND_ACCOUNT_DAYS = 90;

/** Minutes in which an edit can be undone before guests are emailed. */
export const UNDO_MINUTES = 10;
/** Guests of an event that starts within so many hours are emailed at once. */
export const AT_ONCE_HOURS = 2;
/** Changes of events and what members did are retained for so long. */
export const HISTORY_DAYS = 400;
/** Answer files that were uploaded and not saved are removed after so long. */
export const UNSAVED_FILE_HOURS = 24;

/** Failures of a sign-in within the time that lock, and for how long. */
export const MAX_SIGN_IN_FAILURES = 10;
export const LOCK_MINUTES = 15;
/** How long after proving who they are someone may change the account itself. */
export const FRESH_SIGN_IN_MINUTES = 15;
/** How long an administrator sees what a user sees. */
export const VIEW_AS_MINUTES = 15;
/** A session without “remember me” ends after this, */
export const SESSION_HOURS = 12;
/** and one with it when it was not used for this long. */
export const REMEMBERED_DAYS = 60;
export const VERIFY_LINK_HOURS = 24;
export const RESET_LINK_MINUTES = 30;
export const INVITATION_DAYS = 14;
/** Members are reminded so many days before two factors are required. */
export const TWO_FACTOR_REMINDER_DAYS = 3;
/** How long the file with a person's data can be fetched. */
export const DATA_EXPORT_HOURS = 24;

export const NOTICE_DAYS = 90;
export const STATUS_DAYS = 90;
export const CRASH_DAYS = 90;
export const SUPPORT_YEARS = 2;
/** Proof that someone agreed to news, after they left. */
export const CONSENT_PROOF_YEARS = 3;
export const WITHDRAWAL_RECORD_YEARS = 4;

/** Calls by API keys are listed for so long, keys that ended for so long. */
export const CALL_LOG_DAYS = 30;
export const ENDED_KEY_DAYS = 90;
/** Messages of connections with their deliveries. */
export const DELIVERY_DAYS = 30;
/** How long messages carry the signature of the secret before, too. */
export const OLD_SECRET_HOURS = 24;
/** What refunds to cards usually take; the bank of the card decides. */
export const CARD_REFUND_DAYS = 10;
/** A payment whose answer is missing for so long is late. */
export const LATE_PAYMENT_MINUTES = 10;

/** Years before it that a Gift Aid declaration over all gifts covers, and that it is retained after its last claim (HMRC). */
export const GIFT_AID_PAST_YEARS = 4;
export const GIFT_AID_RECORD_YEARS = 6;
