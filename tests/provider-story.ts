/**
 * What the shop relies on at whoever takes the money, told once: every provider's test file lets it run against its own.
 *
 *   tellProviderStory({ provider, … });
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { AppError } from '../src/server/errors.ts';
import type { Checkout, PaymentEvent, PaymentProvider } from '../src/server/payment/provider.ts';

const MINUTE = 60_000;

export interface SentEvent {
  raw: string;
  headers: IncomingHttpHeaders;
}

export interface Stage {
  provider: PaymentProvider;
  now: () => Date;
  /** Sets the clock forward, the provider's too. */
  wait: (milliseconds: number) => void;
  /** A shopper with a good card on the provider's page. False: nobody can pay there any more. */
  pay: (session: { id: string; url: string }) => Promise<boolean>;
  /** All that the provider has told so far, as it came over the wire. */
  sent: () => Promise<SentEvent[]>;
  sign: (raw: string, at: Date, secret: string) => IncomingHttpHeaders;
  secret: string;
  /** The same provider, which reads events signed with any of these. */
  withSecrets: (secrets: string[]) => Pick<PaymentProvider, 'readEvent'>;
}

function makeCheckout(now: Date, change: Partial<Checkout> = {}): Checkout {
  const orderId = randomUUID();
  return {
    orderId,
    orderNumber: 17,
    currency: 'usd',
    totalCents: 3749,
    lines: [
      { name: 'Mug', priceCents: 1250, quantity: 2, image: 'http://localhost/uploads/mug.webp' },
      { name: 'Lamp', priceCents: 1249, quantity: 1, image: 'https://shop.example/uploads/lamp.webp' },
    ],
    email: 'ada@example.com',
    successUrl: `http://localhost/success?order=${orderId}`,
    cancelUrl: `http://localhost/cancel?order=${orderId}`,
    origin: 'http://localhost',
    expiresAt: new Date(now.getTime() + 30 * MINUTE),
    ...change,
  };
}

/** The code of the AppError, or what else came. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    return `made: ${JSON.stringify(await work)}`;
  } catch (error) {
    return error instanceof AppError ? error.code : 'unknown';
  }
}

export function tellProviderStory(stage: Stage): void {
  const { provider, now, pay, sign, secret } = stage;
  const told = async (type: PaymentEvent['type']) =>
    (await stage.sent())
      .map(({ raw, headers }) => provider.readEvent(Buffer.from(raw), headers, now()))
      .filter((event) => event.type === type);
  const open = async (change?: Partial<Checkout>) => {
    const checkout = makeCheckout(now(), change);
    const session = await provider.startCheckout(checkout);
    const facts = { sessionId: session.id, orderId: checkout.orderId, amountCents: checkout.totalCents, currency: 'usd' };
    return { checkout, session, facts };
  };
  const openPaid = async () => {
    const opened = await open();
    expect(await pay(opened.session)).toBe(true);
    const { paymentId } = await provider.readCheckout(opened.session.id);
    return { ...opened, paymentId: paymentId ?? '' };
  };
  const readRefusal = (raw: string, headers: IncomingHttpHeaders, reader: Pick<PaymentProvider, 'readEvent'> = provider) => {
    try {
      return reader.readEvent(Buffer.from(raw), headers, now()).type;
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };

  test('one order has one session, however often and however quickly it is asked for', async () => {
    const checkout = makeCheckout(now());
    const sessions = await Promise.all(Array.from({ length: 5 }, () => provider.startCheckout(checkout)));
    sessions.push(await provider.startCheckout(checkout));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
    expect(URL.canParse(sessions[0]?.url ?? '')).toBe(true);
    const { session } = await open();
    expect(session.id).not.toBe(sessions[0]?.id);
  });

  test('a session is open until somebody pays, then paid; the signed event says the same, to the cent', async () => {
    const { session, facts } = await open();
    expect(await provider.readCheckout(session.id)).toEqual({ ...facts, state: 'open', paymentId: null });
    expect(await pay(session)).toBe(true);
    const report = await provider.readCheckout(session.id);
    expect(report).toEqual({ ...facts, state: 'paid', paymentId: expect.stringMatching(/./) });
    const events = (await told('paid')).filter(({ sessionId }) => sessionId === session.id);
    expect(events).toEqual([{ ...facts, id: expect.stringMatching(/./), type: 'paid', paymentId: report.paymentId }]);
  });

  test('pay pressed ten times at once: one payment, one event', async () => {
    const { session } = await open();
    await Promise.all(Array.from({ length: 10 }, () => pay(session)));
    expect((await told('paid')).filter(({ sessionId }) => sessionId === session.id)).toHaveLength(1);
  });

  test('an ended session is expired for good and takes no money; ending it again is no fault', async () => {
    const { session, facts } = await open();
    const expired = { ...facts, state: 'expired', paymentId: null };
    expect(await provider.expireCheckout(session.id)).toEqual(expired);
    expect(await pay(session)).toBe(false);
    expect(await provider.readCheckout(session.id)).toEqual(expired);
    expect(await provider.expireCheckout(session.id)).toEqual(expired);
    const events = [...(await told('expired')), ...(await told('paid'))].filter(({ sessionId }) => sessionId === session.id);
    expect(events).toEqual([{ ...facts, id: expect.stringMatching(/./), type: 'expired', paymentId: events[0]?.paymentId }]);
  });

  test('fault 13: ending a session that somebody was faster to pay says that it is paid', async () => {
    const { session, facts, paymentId } = await openPaid();
    expect(await provider.expireCheckout(session.id)).toEqual({ ...facts, state: 'paid', paymentId });
    for (let turn = 0; turn < 10; turn += 1) {
      const raced = await open();
      const [isPaid, report] = await Promise.all([pay(raced.session), provider.expireCheckout(raced.session.id)]);
      expect(report.state).toBe(isPaid ? 'paid' : 'expired');
    }
  });

  test('a session ends by itself: not before the goods are let go of, and before the shop ends it', async () => {
    const { session } = await open();
    stage.wait(29 * MINUTE);
    expect((await provider.readCheckout(session.id)).state).toBe('open');
    stage.wait(10 * MINUTE);
    expect((await provider.readCheckout(session.id)).state).toBe('expired');
    expect(await pay(session)).toBe(false);
    expect((await provider.expireCheckout(session.id)).state).toBe('expired');
  });

  test('a session that never was is no answer: reading and ending it throw', async () => {
    expect(await refusalOf(provider.readCheckout('nobody_knows'))).not.toContain('made');
    expect(await refusalOf(provider.expireCheckout('nobody_knows'))).not.toContain('made');
  });

  test('long names, many lines and odd letters are no hindrance, and the sum is right', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => ({
      name: `${'🛋️ Sofa & "Mäuse" [0]='.repeat(20)}${n}`,
      priceCents: 101 + n,
      quantity: 1 + (n % 3),
      image: `https://shop.example/${n}.webp`,
    }));
    const totalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
    const { session, facts } = await open({ lines, totalCents, email: 'jörg@bücher.example' });
    expect(await provider.readCheckout(session.id)).toEqual({ ...facts, state: 'open', paymentId: null });
  });

  test('money goes back in parts, each told with the sum of all', async () => {
    const { paymentId, checkout } = await openPaid();
    const first = await provider.refund({ paymentId, amountCents: 1000, currency: 'usd', key: randomUUID() });
    const second = await provider.refund({ paymentId, amountCents: 749, currency: 'usd', key: randomUUID() });
    expect(second.id).not.toBe(first.id);
    const events = (await told('refunded')).filter((event) => event.paymentId === paymentId);
    const facts = { type: 'refunded', sessionId: '', orderId: '', currency: 'usd', paymentId, id: expect.stringMatching(/./) };
    expect(events).toEqual([
      { ...facts, amountCents: 1000 },
      { ...facts, amountCents: 1749 },
    ]);
    await provider.refund({ paymentId, amountCents: checkout.totalCents - 1749, currency: 'usd', key: randomUUID() });
  });

  test('the same key gives back once, at once or one after the other; with other words it is not made', async () => {
    const { paymentId } = await openPaid();
    const refund = { paymentId, amountCents: 500, currency: 'usd', key: randomUUID() };
    const made = await Promise.all([provider.refund(refund), provider.refund(refund), provider.refund(refund)]);
    made.push(await provider.refund(refund));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await refusalOf(provider.refund({ ...refund, amountCents: 400 }))).toBe('unknown');
    const events = (await told('refunded')).filter((event) => event.paymentId === paymentId);
    expect(events.map(({ amountCents }) => amountCents)).toEqual([500]);
  });

  test('a refund of more than is left, of nothing, or of no payment is a clear no', async () => {
    const { paymentId } = await openPaid();
    const ask = (amountCents: number, of = paymentId) =>
      refusalOf(provider.refund({ paymentId: of, amountCents, currency: 'usd', key: randomUUID() }));
    expect([await ask(3750), await ask(0), await ask(-5), await ask(100, 'pay_of_nobody')]).toEqual(Array(4).fill('conflict'));
    expect(await ask(3749)).toContain('made');
    expect(await ask(1)).toBe('conflict');
  });

  test('threat 6: an event without a good signature is refused', async () => {
    await openPaid();
    const { raw = '' } = (await stage.sent()).at(-1) ?? {};
    const good = sign(raw, now(), secret);
    expect(readRefusal(raw, good)).not.toBe('bad_signature');
    const [[name = '', value = '']] = Object.entries(good).filter(([header]) => header.endsWith('signature')) as [[string, string]];
    const forgeries: [string, IncomingHttpHeaders][] = [
      [raw, {}],
      [raw, sign(raw, now(), `${secret}x`)],
      [raw, sign(raw, new Date(now().getTime() - 6 * MINUTE), secret)],
      [raw, sign(raw, new Date(now().getTime() + 6 * MINUTE), secret)],
      [`${raw} `, good],
      [JSON.stringify(JSON.parse(raw), null, 1), good],
      ['', sign('', now(), `${secret}x`)],
      [raw, { [name]: value.slice(0, -1) }],
      [raw, { [name]: value.replace(/t=\d+/, (it) => `t=${Number(it.slice(2)) + 1}`) }],
      [raw, { [name]: value.replace(/t=\d+/, 't=NaN') }],
      [raw, { [name]: 't=,v1=' }],
    ];
    expect(forgeries.map(([body, headers]) => readRefusal(body, headers))).toEqual(forgeries.map(() => 'bad_signature'));
    expect(readRefusal(raw, sign(raw, new Date(now().getTime() - 4 * MINUTE), secret))).not.toBe('bad_signature');
    expect(readRefusal(raw, sign(raw, new Date(now().getTime() + 4 * MINUTE), secret))).not.toBe('bad_signature');
  });

  test('a signed body that is no event is a 400, never a 5xx', () => {
    const bodies = ['not json', 'null', '7', '[]', '{}', '{"id":7,"type":"x"}', '{"id":"evt","type":null}', '\u0000'];
    expect(bodies.map((raw) => readRefusal(raw, sign(raw, now(), secret)))).toEqual(bodies.map(() => 'invalid'));
  });

  test('fault 9: while a secret is changed both are good, a third is not, and the old one alone not after it', async () => {
    await openPaid();
    const { raw = '' } = (await stage.sent()).at(-1) ?? {};
    const reader = stage.withSecrets(['whsec_new', 'whsec_old']);
    const by = (name: string) => readRefusal(raw, sign(raw, now(), name), reader) === 'bad_signature';
    expect([by('whsec_new'), by('whsec_old'), by('whsec_third')]).toEqual([false, false, true]);
    expect(readRefusal(raw, sign(raw, now(), 'whsec_old'), stage.withSecrets(['whsec_new']))).toBe('bad_signature');
  });
}
