/** What Stripe's keys look like. */

const SECRET_KEY = /^(?:sk|rk)_(test|live)_[A-Za-z0-9_]+$/;
const WEBHOOK_SECRET = /^whsec_[\x21-\x2b\x2d-\x7e]+$/;

/** A whole secret key, or one with fewer rights. */
export const isSecretKey = (text: string): boolean => SECRET_KEY.test(text);

/** Does it move no real money? */
export const isTestKey = (key: string): boolean => SECRET_KEY.exec(key)?.[1] === 'test';

export const isWebhookSecret = (text: string): boolean => WEBHOOK_SECRET.test(text);
