/** Apart from limits.ts, which every shopper's first visit loads. */

/** The name that emails come from, an email's subject, and its opening or closing; how many test emails a person may ask for. */
export const EMAIL_SENDER_MAX_LENGTH = 100;
export const EMAIL_SUBJECT_MAX_LENGTH = 150;
export const EMAIL_TEXT_MAX_LENGTH = 2000;
export const TEST_EMAILS_PER_HOUR = 5;
