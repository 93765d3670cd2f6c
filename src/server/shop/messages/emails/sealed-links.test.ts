/** Who may read what the shop wrote: nobody gets into an account, an order or the team by an email that went to somebody else. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listOutbox, makeEmail } from '../../../../../tests/support/emails.ts';
import { buyAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { ada } from '../../../../../tests/support/users.ts';
import { confirmEmail } from '../../../../contract/account-security.ts';
import { login, register } from '../../../../contract/auth.ts';
import { listEmails, readEmail } from '../../../../contract/email.ts';
import { claimGuestOrder, requestClaimLink } from '../../../../contract/guest-order.ts';
import { exportCustomerData, exportOwnData } from '../../../../contract/privacy.ts';
import { acceptInvitation, createApiKey, inviteToTeam } from '../../../../contract/team.ts';
import { HOUR } from '../../../../contract/values.ts';
import { users } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';
import { queueResetLink } from '../../team/passwords/reset-link.service.ts';
import { sendQueuedEmails } from './email.service.ts';
import type { Mailer, OutgoingEmail } from './mailer.ts';
import { queueEmail } from './outbox.ts';

const shop = await openShopWithPayments(undefined, {}, { publicUrl: 'https://shop.example', sendsLinks: true });
const { db } = shop.deps;
/** What a link of the shop has behind its #. */
const SECRET = /#(?:token=|claim=)?[\w.-]{20,}/;

let sent: OutgoingEmail[] = [];
beforeEach(() => {
  sent = [];
});

const mailer: Mailer = { send: async (email) => void sent.push(email) };
const deliver = (by: Mailer = mailer) => sendQueuedEmails({ ...shop.deps, mailer: by }, { log: SILENT_LOG });
const signUpOwner = () => shop.signUp({ teamRole: 'owner', name: 'Olive', email: 'olive@shop.example' });

/** Registers somebody else's address, without ever reading its mailbox. */
async function registerStranger(email: string): Promise<string> {
  await shop.call(register, { body: { ...ada, email } });
  return (await shop.call(login, { body: { email, password: ada.password } })).body.token;
}

async function readMailbox(email: string, kind: string): Promise<string> {
  const found = (await listOutbox(db)).filter((it) => it.recipient === email && it.kind === kind).at(-1);
  return String(/#(?:token=|claim=)?([\w.-]{20,})/.exec(found?.text ?? '')?.[1]);
}

test('[LETTER-12] a person who registers the address of an open invitation gets no access to the team', async () => {
  const owner = await signUpOwner();
  await shop.call(inviteToTeam, { token: owner.token, body: { email: 'new@shop.example', role: 'owner' } });
  const token = await registerStranger('new@shop.example');
  const copy = await shop.call(exportOwnData, { token });
  expect([copy.status, JSON.stringify(copy.body)]).toEqual([200, expect.not.stringMatching(SECRET)]);
  expect(copy.body.data.emails.map(({ subject }) => subject).join()).not.toMatch(/invit/i);
  // Even with the invitation's own link in hand.
  const invitation = await readMailbox('new@shop.example', 'team invitation');
  const accepted = await shop.call(acceptInvitation, { token, body: { token: invitation } });
  expect(accepted).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });
  await shop.call(confirmEmail, { body: { token: await readMailbox('new@shop.example', 'confirm email') } });
  const { token: proven } = (await shop.call(login, { body: { email: 'new@shop.example', password: ada.password } })).body;
  expect((await shop.call(acceptInvitation, { token: proven, body: { token: invitation } })).status).toBe(200);
});

test('[LETTER-12] a read-only key and a read-only member can’t find the owner’s reset link', async () => {
  const owner = await signUpOwner();
  const reader = await shop.signUp({ teamRole: 'read-only' });
  const { key } = (await shop.call(createApiKey, { token: owner.token, body: { name: 'Reports', scopes: ['read'] } })).body;
  await queueResetLink(shop.deps, owner.email);
  for (const token of [key, reader.token]) {
    const { status, body } = await shop.call(listEmails, { token });
    expect([status, body.mails.map(({ kind }) => kind)]).toEqual([200, ['reset password']]);
    expect(body.mails[0]?.text).toContain('https://shop.example/reset-password#…');
    const one = await shop.call(readEmail, { token, params: { id: body.mails[0]?._id ?? '' } });
    expect(JSON.stringify([body, one.body])).not.toMatch(SECRET);
  }
});

test('[LETTER-12] staff who export a person’s data get no link of that person', async () => {
  const staff = await shop.signUp({ teamRole: 'staff' });
  const customer = await shop.signUp({ name: 'Grace' });
  await db.update(users).set({ emailConfirmedAt: shop.deps.now() }).where(eq(users.id, customer.id));
  await queueResetLink(shop.deps, customer.email);
  const { status, body } = await shop.call(exportCustomerData, { token: staff.token, params: { id: customer.id } });
  expect([status, body.data.emails.length]).toEqual([200, 1]);
  expect(JSON.stringify(body)).not.toMatch(SECRET);
});

test('[LETTER-12] [GUEST-6] a person who registers a guest’s address sees none of the guest’s emails, and gets no order by a link', async () => {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { id, signature } = await buyAsGuest(shop, [mug]);
  const token = await registerStranger(guest.email);
  const { data } = (await shop.call(exportOwnData, { token })).body;
  expect(data.emails.map(({ text }) => text).join()).not.toContain('Mug');
  expect(JSON.stringify(data)).not.toMatch(SECRET);
  const calls = [
    await shop.call(claimGuestOrder, { token, params: { id }, body: { signature } }),
    await shop.call(requestClaimLink, { token }),
  ];
  for (const answer of calls) expect(answer).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });
});

test('[LETTER-13] no stored email contains a secret, before or after it is sent or when it failed; the recipient gets all of it', async () => {
  const owner = await signUpOwner();
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { id, signature } = await buyAsGuest(shop, [mug]);
  await shop.call(inviteToTeam, { token: owner.token, body: { email: 'new@shop.example', role: 'staff' } });
  await queueResetLink(shop.deps, owner.email);
  await registerStranger('eve@example.com');
  const readStored = async () => JSON.stringify(await db.select().from(emails));
  expect(await readStored()).not.toMatch(SECRET);
  expect(await deliver({ send: async () => Promise.reject(new Error('the mail server is away')) })).toBe(0);
  expect(await readStored()).not.toMatch(SECRET);
  shop.advanceClock(5 * 60_000);
  expect(await deliver()).toBeGreaterThanOrEqual(4);
  const linked = ['order paid', 'team invitation', 'reset password', 'confirm email'];
  const kinds = new Map((await db.select().from(emails)).map((row) => [row.id, row.kind]));
  for (const kind of linked) {
    const [email] = sent.filter((it) => kinds.get(it.id) === kind);
    expect([kind, email?.text, email?.html]).toEqual([kind, expect.stringMatching(SECRET), expect.stringMatching(SECRET)]);
  }
  expect(sent.find(({ recipient }) => recipient === guest.email)?.html).toContain(`/guest/orders/${id}#${signature}`);
  expect(await readStored()).not.toMatch(SECRET);
  expect((await db.select().from(emails)).filter(({ sealed }) => sealed !== null)).toEqual([]);
});

test('[LETTER-13] a link that expired while the mail server was down isn’t sent; the list says why', async () => {
  const customer = await shop.signUp();
  await queueResetLink(shop.deps, customer.email);
  shop.advanceClock(HOUR);
  expect([await deliver(), sent]).toEqual([0, []]);
  const [row] = await db.select().from(emails);
  expect(row).toMatchObject({ sentAt: null, sealed: null, lastError: expect.stringContaining('has expired') });
});

test('[LETTER-13] emails queued by an earlier version are shown without their links, sent with them, and stored without them', async () => {
  const owner = await signUpOwner();
  const text = `Set a new password:\nhttps://shop.example/reset-password#token=${'a'.repeat(50)}`;
  const row = {
    ...makeEmail('old@example.com', { kind: 'reset password', text }),
    nextAttemptAt: shop.deps.now(),
    createdAt: shop.deps.now(),
  };
  await db.insert(emails).values({ ...row, id: crypto.randomUUID() });
  expect((await shop.call(listEmails, { token: owner.token })).body.mails[0]?.text).toContain('/reset-password#…');
  await deliver();
  expect(sent[0]?.text).toBe(text);
  expect((await db.select().from(emails))[0]?.text).toContain('/reset-password#…');
});

test('[LETTER-13] an encrypted email can’t be moved to another row, and an unreadable one is reported', async () => {
  const link = `https://shop.example/guest/orders/1#${'b'.repeat(43)}`;
  const [one, two] = [makeEmail('one@example.com', { text: link }), makeEmail('two@example.com', { text: link })];
  const ids = [await queueEmail(db, one, shop.deps.now()), await queueEmail(db, two, shop.deps.now())];
  const [{ sealed = null } = {}] = await db
    .select()
    .from(emails)
    .where(eq(emails.id, ids[0] ?? ''));
  await db
    .update(emails)
    .set({ sealed })
    .where(eq(emails.id, ids[1] ?? ''));
  await deliver();
  expect(sent.map(({ recipient }) => recipient)).toEqual(['one@example.com']);
  const [moved] = await db
    .select()
    .from(emails)
    .where(eq(emails.id, ids[1] ?? ''));
  expect([moved?.sentAt, moved?.lastError]).toEqual([null, expect.any(String)]);
});
