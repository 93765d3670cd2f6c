/** Who works here, and how somebody comes to. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { disableCustomer, enableCustomer, listUsers, readCustomer } from '../../../../contract/account.ts';
import { checkAdmin, checkUser, login, register } from '../../../../contract/auth.ts';
import { createCategory } from '../../../../contract/category-admin.ts';
import { listEmails, readWaiting } from '../../../../contract/email.ts';
import * as team from '../../../../contract/team.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import { users } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';
import { createAdmin } from './team.service.ts';

const shop = await openShop({ deps: () => ({ setupWarnings: ['emails_to_files'], publicUrl: 'https://shop.test' }) });
const { db } = shop.deps;

const signUpOwner = () => shop.signUp({ teamRole: 'owner', name: 'Olive' });
const tokenOf = (link: string | null) => String(link).split('#')[1] ?? '';
const changeCategory = (token: string) => shop.call(createCategory, { token, body: { name: randomUUID() } });

async function invite(token: string, email = 'new@shop.test', role: 'owner' | 'staff' | 'read-only' = 'staff') {
  const { status, body } = await shop.call(team.inviteToTeam, { token, body: { email, role } });
  expect(status).toBe(200);
  return { token: tokenOf(body.link), invitation: String(body.invitations.find((it) => it.email === email)?._id), link: body.link };
}

const NEW_PERSON = { name: 'Nina', password: 'a horse of staples' };
const accept = (body: object, token?: string) => shop.call(team.acceptInvitation, { body, ...(token && { token }) });

test('[STAFF-2] existing admins and those created by the operator are owners', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await createAdmin(shop.deps, { email: 'first@shop.test', password: 'a horse of staples' });
  const { members } = (await shop.call(team.listTeam, { token })).body;
  expect(members.map(({ role }) => role)).toEqual(['owner', 'owner']);
  expect((await shop.call(readWaiting, { token })).body.role).toBe('owner');
});

test('[STAFF-3] a changed role counts from the next call; a removed member becomes a customer and is logged out', async () => {
  const { token } = await signUpOwner();
  const nina = await shop.signUp({ teamRole: 'read-only', name: 'Nina' });
  expect((await changeCategory(nina.token)).body).toMatchObject({ code: 'role_too_low' });
  const params = { id: nina.id };
  const fallen = await shop.signUp({ teamRole: 'staff', name: 'Fred' });
  expect((await changeCategory(fallen.token)).status).toBe(200);
  await shop.call(team.changeTeamRole, { token, params: { id: fallen.id }, body: { role: 'read-only' } });
  expect((await changeCategory(fallen.token)).status).toBe(403);
  await shop.call(team.removeTeamMember, { token, params: { id: fallen.id } });
  const { members } = (await shop.call(team.removeTeamMember, { token, params })).body;
  expect(members.map(({ name }) => name)).toEqual(['Olive']);
  expect((await shop.call(checkUser, { token: nina.token })).status).toBe(401);
  expect((await shop.call(readCustomer, { token, params })).body.customer.role).toBe(0);
  for (const id of [nina.id, randomUUID(), (await shop.signUp()).id])
    expect((await shop.call(team.changeTeamRole, { token, params: { id }, body: { role: 'owner' } })).body).toMatchObject({
      code: 'user_not_found',
    });
  for (const role of ['admin', '', null, 1])
    expect((await shop.call(team.changeTeamRole, { token, params, body: { role } })).status).toBe(400);
});

test('[STAFF-9] a session never gains rights: a member with a higher role has to log in again, on every device', async () => {
  const { token } = await signUpOwner();
  await shop.call(register, { body: ada });
  const logIn = async () => (await shop.call(login, { body: { email: ada.email, password: ada.password } })).body.token;
  const [left, right] = [await logIn(), await logIn()];
  const { token: secret } = await invite(token, ada.email, 'read-only');
  expect((await accept({ token: secret }, left)).status).toBe(200);
  for (const old of [left, right]) expect((await shop.call(checkUser, { token: old })).status).toBe(401);
  const member = await logIn();
  const params = { id: String((await shop.call(team.listTeam, { token })).body.members.find((it) => it.email === ada.email)?._id) };
  for (const role of ['staff', 'owner'] as const) {
    const before = await logIn();
    await shop.call(team.changeTeamRole, { token, params, body: { role } });
    expect((await shop.call(checkUser, { token: before })).status).toBe(401);
  }
  expect((await shop.call(checkUser, { token: member })).status).toBe(401);
  const owner = await logIn();
  // The same role again, and a lower one, leave it as it is.
  for (const role of ['owner', 'staff'] as const) await shop.call(team.changeTeamRole, { token, params, body: { role } });
  expect((await changeCategory(owner)).status).toBe(200);
});

test('[STAFF-4] a shop always has an owner, also if two demote or remove each other at once', async () => {
  const olive = await signUpOwner();
  const alone = { token: olive.token, params: { id: olive.id } };
  expect((await shop.call(team.removeTeamMember, alone)).body).toMatchObject({ code: 'last_owner' });
  expect((await shop.call(team.changeTeamRole, { ...alone, body: { role: 'staff' } })).body).toMatchObject({ code: 'last_owner' });
  expect((await shop.call(disableCustomer, alone)).body).toMatchObject({ code: 'team_member' });
  const oscar = await shop.signUp({ teamRole: 'owner', name: 'Oscar' });
  const results = await Promise.all([
    shop.call(team.changeTeamRole, { token: olive.token, params: { id: oscar.id }, body: { role: 'staff' } }),
    shop.call(team.removeTeamMember, { token: oscar.token, params: { id: olive.id } }),
  ]);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  const refusal = results.find(({ status }) => status !== 200);
  expect(refusal?.body).toMatchObject({ code: expect.stringMatching(/^(last_owner|role_too_low|unauthorized)$/) });
  const owners = await db.$count(users, eq(users.teamRole, 'owner'));
  expect(owners).toBe(1);
});

test('[STAFF-4] a disabled owner doesn’t count as an owner', async () => {
  const olive = await signUpOwner();
  const oscar = await shop.signUp({ teamRole: 'owner', name: 'Oscar' });
  const alone = { token: olive.token, params: { id: olive.id } };
  // Nothing does so on purpose: it was disabled while it accepted, say.
  await db.update(users).set({ disabledAt: shop.deps.now() }).where(eq(users.id, oscar.id));
  expect((await shop.call(team.removeTeamMember, alone)).body).toMatchObject({ code: 'last_owner' });
  expect((await shop.call(team.changeTeamRole, { ...alone, body: { role: 'staff' } })).body).toMatchObject({ code: 'last_owner' });
  await shop.call(enableCustomer, { token: olive.token, params: { id: oscar.id } });
  expect((await shop.call(team.changeTeamRole, { ...alone, body: { role: 'staff' } })).status).toBe(200);
});

test('[STAFF-5] a new member accepts with a name and a password; the link works once', async () => {
  const { token } = await signUpOwner();
  const { token: secret, link } = await invite(token, 'New@shop.test');
  expect(link).toMatch(/^https:\/\/shop\.test\/team-invitation#[\w-]{43}$/);
  expect((await shop.call(team.readInvitation, { body: { token: secret } })).body).toMatchObject({
    email: 'New@shop.test',
    role: 'staff',
    hasAccount: false,
  });
  expect((await accept({ token: secret })).body).toMatchObject({ issues: [{ path: 'name' }] });
  expect((await accept({ token: secret, name: 'Nina' })).body).toMatchObject({ issues: [{ path: 'password' }] });
  const both = await Promise.all([accept({ token: secret, ...NEW_PERSON }), accept({ token: secret, ...NEW_PERSON })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  const session = (await shop.call(login, { body: { email: 'new@shop.test', password: NEW_PERSON.password } })).body;
  expect(session.user).toMatchObject({ name: 'Nina', role: 1 });
  expect((await changeCategory(session.token)).status).toBe(200);
  expect((await shop.call(team.inviteToTeam, { token: session.token, body: { email: 'x@y.test', role: 'owner' } })).status).toBe(403);
  expect((await shop.call(listUsers, { token, query: { filter: 'team' } })).body.total).toBe(2);
  expect((await shop.call(team.listTeam, { token })).body.invitations).toEqual([]);
});

test('[STAFF-5] a person with an account can accept only while logged in to it', async () => {
  const { token } = await signUpOwner();
  await shop.call(register, { body: ada });
  const session = (await shop.call(login, { body: ada })).body.token;
  const { token: secret } = await invite(token, ada.email.toUpperCase(), 'read-only');
  expect((await shop.call(team.readInvitation, { body: { token: secret } })).body.hasAccount).toBe(true);
  const stranger = await shop.signUp();
  for (const other of [undefined, stranger.token]) expect((await accept({ token: secret, ...NEW_PERSON }, other)).status).toBe(401);
  expect((await accept({ token: secret }, session)).body.user).toMatchObject({ email: ada.email, role: 1 });
  expect((await shop.call(checkAdmin, { token: session })).status).toBe(401);
  const member = (await shop.call(login, { body: ada })).body.token;
  expect((await shop.call(checkAdmin, { token: member })).status).toBe(200);
  expect((await changeCategory(member)).status).toBe(403);
  expect((await shop.call(team.inviteToTeam, { token, body: { email: ada.email, role: 'staff' } })).body).toMatchObject({
    code: 'already_in_team',
  });
});

test('[STAFF-6] an invitation expires after seven days, when it is sent again, and when it is revoked', async () => {
  const { token } = await signUpOwner();
  const first = await invite(token);
  expect((await shop.call(team.inviteToTeam, { token, body: { email: 'NEW@shop.test', role: 'owner' } })).body).toMatchObject({
    code: 'invitation_open',
  });
  const params = { id: first.invitation };
  const second = tokenOf((await shop.call(team.resendInvitation, { token, params })).body.link);
  const read = async (secret: string) => (await shop.call(team.readInvitation, { body: { token: secret } })).status;
  expect([await read(first.token), await read(second), await read('x')]).toEqual([404, 200, 404]);
  shop.advanceClock(7 * DAY);
  expect([await read(second), (await accept({ token: second, ...NEW_PERSON })).status]).toEqual([404, 404]);
  const { token: fresh } = await signUpOwner();
  const third = await invite(fresh);
  expect((await shop.call(team.revokeInvitation, { token: fresh, params: { id: third.invitation } })).body.invitations).toEqual([]);
  expect(await read(third.token)).toBe(404);
  for (const endpoint of [team.revokeInvitation, team.resendInvitation])
    expect((await shop.call(endpoint, { token: fresh, params: { id: third.invitation } })).body).toMatchObject({
      code: 'invitation_not_found',
    });
});

test('[STAFF-6] the email says who invites and to which role; no list of the shop shows the link', async () => {
  const { token } = await signUpOwner();
  const { token: secret } = await invite(token);
  const { mails } = (await shop.call(listEmails, { token })).body;
  expect(mails[0]).toMatchObject({ recipient: 'new@shop.test' });
  expect(mails[0]?.text).toContain('Olive invites you to the team, as staff');
  expect(mails[0]?.text).toContain('https://shop.test/team-invitation#…');
  const [sent] = await listOutbox(db);
  expect(sent?.text).toContain(`https://shop.test/team-invitation#${secret}`);
  const stored = await db.select().from(emails);
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(JSON.stringify([mails, (await shop.call(team.listTeam, { token })).body])).not.toContain(secret);
});

test('[STAFF-8] a stolen session can’t invite or make an owner without the password', async () => {
  const { token } = await signUpOwner();
  const nina = await shop.signUp({ teamRole: 'staff' });
  shop.advanceClock(16 * MINUTE);
  const calls = [
    await shop.call(team.inviteToTeam, { token, body: { email: 'thief@shop.test', role: 'owner' } }),
    await shop.call(team.changeTeamRole, { token, params: { id: nina.id }, body: { role: 'owner' } }),
    await shop.call(team.removeTeamMember, { token, params: { id: nina.id } }),
  ];
  for (const { body } of calls) expect(body).toMatchObject({ code: 'reauthentication_required' });
  const { members, invitations } = (await shop.call(team.listTeam, { token })).body;
  expect([members.filter(({ role }) => role === 'owner').length, invitations.length]).toEqual([1, 0]);
});
