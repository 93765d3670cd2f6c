/** The formats of Stripe's keys. */

const SECRET_KEY = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]+$/;
const WEBHOOK_SECRET = /^whsec_[\x21-\x2b\x2d-\x7e]+$/;

/** Standard (sk_) and restricted (rk_) keys. */
export const isSecretKey = (text: string): boolean => SECRET_KEY.test(text);

/** True: no real money is charged. */
export const isTestKey = (key: string): boolean => SECRET_KEY.exec(key)?.[1] === 'test';

export const isWebhookSecret = (text: string): boolean => WEBHOOK_SECRET.test(text);
