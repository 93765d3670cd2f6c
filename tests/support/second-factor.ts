/** An authenticator app, and accounts that are logged in to with it. */
import { TOTP } from 'otpauth';
import { login, register } from '../../src/contract/auth.ts';
import { confirmSecondFactor, logInBySecondFactor, setUpSecondFactor } from '../../src/contract/second-factor.ts';
import { SECOND } from '../../src/contract/values.ts';
import type { Shop, TestResponse } from './harness.ts';
import { ada } from './users.ts';

/** The code that the app shows at that time. */
export const showCode = (secret: string, at: Date): string => new TOTP({ secret }).generate({ timestamp: at.getTime() });

export interface Challenge {
  token: string;
  device: string;
}

/** The challenge of a login that was answered with `second_factor_required`. */
export const readChallenge = ({ body }: TestResponse<unknown>): Challenge => (body as unknown as { challenge: Challenge }).challenge;

/** Registers a person and switches their second factor on. The next valid code is that of the next 30 seconds. */
export async function registerWithFactor(shop: Shop, person = ada) {
  await shop.call(register, { body: person });
  const first = (await shop.call(login, { body: { email: person.email, password: person.password } })).body;
  const { secret } = (await shop.call(setUpSecondFactor, { token: first.token })).body;
  const confirmed = await shop.call(confirmSecondFactor, { token: first.token, body: { code: showCode(secret, shop.deps.now()) } });
  const start = (input: object = {}, headers = {}) =>
    shop.call(login, { body: { email: person.email, password: person.password, ...input }, headers });
  return {
    id: first.user._id,
    token: first.token,
    device: first.device,
    recoveryCodes: confirmed.body.recoveryCodes,
    showCode: () => showCode(secret, shop.deps.now()),
    /** The next code, after the time that the app takes to show it. */
    nextCode: () => {
      shop.advanceClock(30 * SECOND);
      return showCode(secret, shop.deps.now());
    },
    /** The first step of a login. */
    start,
    startForChallenge: async (input: object = {}) => readChallenge(await start(input)),
  };
}

/** The second step of a login. */
export const finish = (shop: Shop, { token, device }: Challenge, code: string, headers = {}) =>
  shop.call(logInBySecondFactor, { body: { challenge: token, device, code }, headers });
