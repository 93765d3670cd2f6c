/** Limits of emails. Not in limits.ts, which is part of every shopper's first download. */

/** Lengths of the sender's name, of a subject, and of an opening or closing; and how many test emails a person may request. */
export const EMAIL_SENDER_MAX_LENGTH = 100;
export const EMAIL_SUBJECT_MAX_LENGTH = 150;
export const EMAIL_TEXT_MAX_LENGTH = 2000;
export const TEST_EMAILS_PER_HOUR = 5;
