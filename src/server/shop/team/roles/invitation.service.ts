/** Invitations to join the team: a link that works once, for seven days, sent by email or handed over by an owner. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { User } from '../../../../contract/auth.ts';
import type { BodyOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type {
  acceptInvitation as acceptCall,
  Invitation,
  inviteToTeam as inviteCall,
  readInvitation as readCall,
} from '../../../../contract/team.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { addPreparedUser, prepareUser } from '../login/auth.service.ts';
import { requireConfirmedEmail } from '../login/email-confirmation.service.ts';
import { findCredentials, lockTeam, updateUser } from '../login/user.repository.ts';
import { requireUncommonPassword } from '../passwords/password-hash.ts';
import { deleteSessions } from '../sessions/session.repository.ts';
import { hashToken } from '../sessions/session.service.ts';
import * as repository from './team.repository.ts';

const DURATION = 7 * DAY;

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'setupWarnings' | 'accounts'>;

const createNotFoundError = () => new AppError('invitation_not_found', 'This invitation was used, has expired or was revoked');

/** The token is in the URL's fragment (#), which browsers don't send, so it isn't in any log or proxy on the way. */
const buildPath = (token: string) => `/team-invitation#${token}`;

const createToken = () => randomBytes(32).toString('base64url');

async function queueInvitationEmail(tx: Database, { now, publicUrl }: Context, { email, by, role, expiresAt }: Invitation, token: string) {
  const { renderTeamInvitationEmail } = await import('../../messages/emails/templates/team-emails.ts');
  const link = publicUrl && `${publicUrl}${buildPath(token)}`;
  const context = { recipient: email, linkUntil: new Date(expiresAt), publicUrl, shop: await readEmailShop(tx) };
  await queueEmail(tx, renderTeamInvitationEmail({ ...context, by, role, link }), now());
}

/** The inviting owner passes the link on if the shop can't email it: there is no mail server, or PUBLIC_URL isn't set. */
const findLinkToShow = ({ publicUrl, setupWarnings }: Context, origin: string, token: string): string | null =>
  publicUrl && !setupWarnings.includes('emails_to_files') ? null : `${origin}${buildPath(token)}`;

/**
 * `origin` is the origin of a link that is shown. Throws `already_in_team`, and `invitation_open` if the person has been invited already.
 */
export async function inviteToTeam(
  context: Context,
  caller: Caller,
  input: BodyOf<typeof inviteCall>,
  origin: string,
): Promise<string | null> {
  const [email, token, now] = [input.email.trim(), createToken(), context.now()];
  await context.db.transaction(async (tx) => {
    await lockTeam(tx);
    if ((await findCredentials(tx, email))?.user.role === 1) throw new AppError('already_in_team', 'This person is already in the team');
    const earlier = await repository.findInvitationByEmail(tx, email);
    if (earlier && new Date(earlier.expiresAt) > now) throw new AppError('invitation_open', 'This person has already been invited');
    if (earlier) await repository.deleteInvitation(tx, earlier._id);
    const expiresAt = new Date(now.getTime() + DURATION);
    const row = { id: randomUUID(), email, role: input.role, tokenHash: hashToken(token), by: caller.name, createdAt: now, expiresAt };
    await repository.createInvitation(tx, row);
    const invitation = { ...row, _id: row.id, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() };
    await queueInvitationEmail(tx, context, invitation, token);
  });
  return findLinkToShow(context, origin, token);
}

/** Sends a new link; the previous one becomes invalid. Throws `invitation_not_found`. */
export async function resendInvitation(context: Context, id: string, origin: string): Promise<string | null> {
  const token = createToken();
  await context.db.transaction(async (tx) => {
    const renewal = { tokenHash: hashToken(token), expiresAt: new Date(context.now().getTime() + DURATION) };
    const invitation = await repository.renewInvitation(tx, id, renewal);
    if (!invitation) throw createNotFoundError();
    await queueInvitationEmail(tx, context, invitation, token);
  });
  return findLinkToShow(context, origin, token);
}

/** Throws `invitation_not_found`. */
export async function revokeInvitation(db: Database, id: string): Promise<void> {
  if (!(await repository.deleteInvitation(db, id))) throw createNotFoundError();
}

/** Throws `invitation_not_found`. */
export async function readInvitation({ db, now }: Context, token: string): Promise<Omit<ReplyOf<typeof readCall>, 'success'>> {
  const invitation = await repository.findOpenInvitation(db, hashToken(token), now());
  if (!invitation) throw createNotFoundError();
  const { email, role } = invitation;
  return { email, role, hasAccount: (await findCredentials(db, email)) !== null };
}

/** The account to create if the email has none. Throws `invalid_request` if name or password are missing, or the password is too common. */
async function prepareMember({ name, password }: BodyOf<typeof acceptCall>, email: string, createdAt: Date) {
  if (!name || !password) throw createMissingError(name ? 'password' : 'name');
  await requireUncommonPassword(password, 'password');
  return prepareUser({ name, email, password, phone: '', address: '', answer: null, role: 1, createdAt });
}

/**
 * The link proves the invitation, but not that its bearer owns the account with its email: that account must be logged in, and its mailbox
 * proven. Throws `invitation_not_found`, `unauthorized` if it isn't, `email_unconfirmed`, and `invalid_request` if name or password of a new
 * account are missing.
 */
export async function acceptInvitation(context: Context, caller: Caller | null, input: BodyOf<typeof acceptCall>): Promise<User> {
  const { db, now } = context;
  const { email, hasAccount } = await readInvitation(context, input.token);
  const newMember = hasAccount ? null : await prepareMember(input, email, now());
  return db.transaction(async (tx) => {
    const invitation = await repository.takeOpenInvitation(tx, hashToken(input.token), now());
    if (!invitation) throw createNotFoundError();
    const { role: teamRole } = invitation;
    const account = await findCredentials(tx, email);
    if (account) {
      if (caller?.id === account.user._id) await requireConfirmedEmail({ ...context, db: tx }, caller.id);
      return promote(tx, account.user, caller, teamRole);
    }
    // The account that was found before has changed its email meanwhile.
    if (!newMember) throw createMissingError('name');
    return addPreparedUser(tx, { ...newMember, teamRole });
  });
}

function createMissingError(field: 'name' | 'password'): AppError {
  return new AppError('invalid_request', `${field} is required`, { issues: [{ path: field, code: 'required', message: 'is required' }] });
}

/** Somebody who has joined the team meanwhile keeps their role. */
async function promote(tx: Database, user: User, caller: Caller | null, teamRole: Invitation['role']): Promise<User> {
  if (caller?.id !== user._id) throw new AppError('unauthorized', `Log in as ${user.email} to accept`);
  if (user.role === 1) return user;
  await updateUser(tx, user._id, { role: 1, teamRole });
  // As with any higher role (team.service.ts), no earlier session becomes one of the team's.
  await deleteSessions(tx, user._id);
  return { ...user, role: 1 };
}
