/** Codes of an authenticator app (RFC 6238), with the parameters that every app supports: SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';

const OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A phone's clock may be off, and typing takes a while: codes of the step before and after are accepted too. */
const WINDOW = 1;

/** 160 random bits in base32. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the app reads from the QR code; it lists the account under the shop's name. */
export function buildTotpUri(secret: string, issuer: string, email: string): string {
  // A colon separates issuer and account.
  return new TOTP({ ...OPTIONS, issuer: issuer.replaceAll(':', ' '), label: email.replaceAll(':', ' '), secret }).toString();
}

/** The time step that the code is of; null where it is wrong. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...OPTIONS, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
