/** The end of each login, once all that it takes was proven. */
import type { User } from '../../../../contract/auth.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createSession, type SessionOrigin } from '../sessions/session.service.ts';
import { addKnownOrigin, type Client, getDeviceToken, hasKnownOrigin, type Origin } from './known-device.ts';
import { queueNewLoginEmail } from './login-limits.ts';

export interface Login {
  user: User;
  token: string;
  /** For the browser to send with its next login. */
  device: string;
}

/** Starts the session. If device and network are new, the account's owner is told by email. */
export async function completeLogin(
  tx: Database,
  context: Pick<Deps, 'now' | 'publicUrl'>,
  user: User,
  { origin, device: given, ...sentFrom }: SessionOrigin & Client & { origin: Origin },
): Promise<Login> {
  const device = getDeviceToken({ ip: sentFrom.ip, device: given });
  // Nobody needs to be told of an account's very first login.
  if (!origin.isKnown && (await hasKnownOrigin(tx, user._id))) await queueNewLoginEmail(tx, context, user, sentFrom);
  await addKnownOrigin(tx, user._id, { ip: sentFrom.ip, device }, context.now());
  return { user, token: await createSession(tx, user._id, context.now(), sentFrom), device };
}
