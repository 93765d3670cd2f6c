/** How long the shop keeps personal data. Settings are in days or years; the configuration has milliseconds. */
import { DAY } from '../../../contract/values.ts';
import { integer } from './config-validators.ts';

const DEFAULTS = {
  RETENTION_EMAIL_DAYS: 90,
  RETENTION_EVENT_DAYS: 400,
  RETENTION_CHECKOUT_DAYS: 30,
  RETENTION_ORDER_YEARS: 10,
  RETENTION_AUDIT_DAYS: 400,
  RETENTION_IMPORT_DAYS: 7,
};

export const RETENTION_SETTINGS = {
  RETENTION_EMAIL_DAYS: integer(1, 36_500)({ default: DEFAULTS.RETENTION_EMAIL_DAYS }),
  // A provider may deliver an event again for up to a month, and must then be recognized.
  RETENTION_EVENT_DAYS: integer(40, 36_500)({ default: DEFAULTS.RETENTION_EVENT_DAYS }),
  // A provider's session can be paid for up to a day.
  RETENTION_CHECKOUT_DAYS: integer(2, 36_500)({ default: DEFAULTS.RETENTION_CHECKOUT_DAYS }),
  RETENTION_ORDER_YEARS: integer(1, 100)({ default: DEFAULTS.RETENTION_ORDER_YEARS }),
  RETENTION_AUDIT_DAYS: integer(30, 36_500)({ default: DEFAULTS.RETENTION_AUDIT_DAYS }),
  RETENTION_IMPORT_DAYS: integer(1, 36_500)({ default: DEFAULTS.RETENTION_IMPORT_DAYS }),
};

export interface Retention {
  readonly emails: number;
  /** Events that a payment provider sent. */
  readonly events: number;
  /** Checkouts that were never paid. */
  readonly checkouts: number;
  /** Name, email and address in orders without an account: those of guests and of erased customers. */
  readonly orders: number;
  /** The audit log. */
  readonly audit: number;
  /** Uploaded product files, and their refused rows. */
  readonly imports: number;
}

/** Including leap days. */
const YEAR = 365.25 * DAY;

export const toRetention = (settings: typeof DEFAULTS = DEFAULTS): Retention =>
  Object.freeze({
    emails: settings.RETENTION_EMAIL_DAYS * DAY,
    events: settings.RETENTION_EVENT_DAYS * DAY,
    checkouts: settings.RETENTION_CHECKOUT_DAYS * DAY,
    orders: settings.RETENTION_ORDER_YEARS * YEAR,
    audit: settings.RETENTION_AUDIT_DAYS * DAY,
    imports: settings.RETENTION_IMPORT_DAYS * DAY,
  });
