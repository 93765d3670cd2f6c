/**
 * What the shop relies on at whoever takes the money, told once: every provider's test file lets it run against its own.
 *
 *   tellProviderStory({ provider, … });
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { AppError } from '../../src/server/errors.ts';
import type { Checkout, PaymentEvent, PaymentProvider } from '../../src/server/payment/provider.ts';

const MINUTE = 60_000;

export interface SentEvent {
  raw: string;
  headers: IncomingHttpHeaders;
}

export interface ProviderContractOptions {
  provider: PaymentProvider;
  now: () => Date;
  /** Sets the clock forward, the provider's too. */
  advanceClock: (milliseconds: number) => void;
  /** A shopper with a good card on the provider's page. False: nobody can pay there any more. */
  pay: (session: { id: string; url: string }) => Promise<boolean>;
  /** All that the provider has told so far, as it came over the wire. */
  listSentEvents: () => Promise<SentEvent[]>;
  sign: (raw: string, at: Date, secret: string) => IncomingHttpHeaders;
  secret: string;
  /** The same provider, which reads events signed with any of these. */
  withSecrets: (secrets: string[]) => Pick<PaymentProvider, 'readEvent'>;
}

function makeCheckout(now: Date, overrides: Partial<Checkout> = {}): Checkout {
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
    ...overrides,
  };
}

/** The code of the AppError, or what else came. */
async function readErrorCode(promise: Promise<unknown>): Promise<string> {
  try {
    return `made: ${JSON.stringify(await promise)}`;
  } catch (error) {
    return error instanceof AppError ? error.code : 'unknown';
  }
}

export function testProviderContract(options: ProviderContractOptions): void {
  const { provider, now, pay, sign, secret } = options;
  const listEventsOfType = async (type: PaymentEvent['type']) =>
    (await options.listSentEvents())
      .map(({ raw, headers }) => provider.readEvent(Buffer.from(raw), headers, now()))
      .filter((event) => event.type === type);
  const openCheckout = async (overrides?: Partial<Checkout>) => {
    const checkout = makeCheckout(now(), overrides);
    const session = await provider.startCheckout(checkout);
    const sessionFields = { sessionId: session.id, orderId: checkout.orderId, amountCents: checkout.totalCents, currency: 'usd' };
    return { checkout, session, facts: sessionFields };
  };
  const openPaidCheckout = async () => {
    const opened = await openCheckout();
    expect(await pay(opened.session)).toBe(true);
    const { paymentId } = await provider.readCheckout(opened.session.id);
    return { ...opened, paymentId: paymentId ?? '' };
  };
  const readEventOrError = (raw: string, headers: IncomingHttpHeaders, reader: Pick<PaymentProvider, 'readEvent'> = provider) => {
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
    const { session } = await openCheckout();
    expect(session.id).not.toBe(sessions[0]?.id);
  });

  test('a session is open until somebody pays, then paid; the signed event says the same, to the cent', async () => {
    const { session, facts: sessionFields } = await openCheckout();
    expect(await provider.readCheckout(session.id)).toEqual({ ...sessionFields, state: 'open', paymentId: null });
    expect(await pay(session)).toBe(true);
    const checkoutState = await provider.readCheckout(session.id);
    expect(checkoutState).toEqual({ ...sessionFields, state: 'paid', paymentId: expect.stringMatching(/./) });
    const events = (await listEventsOfType('paid')).filter(({ sessionId }) => sessionId === session.id);
    expect(events).toEqual([{ ...sessionFields, id: expect.stringMatching(/./), type: 'paid', paymentId: checkoutState.paymentId }]);
  });

  test('pay pressed ten times at once: one payment, one event', async () => {
    const { session } = await openCheckout();
    await Promise.all(Array.from({ length: 10 }, () => pay(session)));
    expect((await listEventsOfType('paid')).filter(({ sessionId }) => sessionId === session.id)).toHaveLength(1);
  });

  test('an ended session is expired for good and takes no money; ending it again is no fault', async () => {
    const { session, facts: sessionFields } = await openCheckout();
    const expired = { ...sessionFields, state: 'expired', paymentId: null };
    expect(await provider.expireCheckout(session.id)).toEqual(expired);
    expect(await pay(session)).toBe(false);
    expect(await provider.readCheckout(session.id)).toEqual(expired);
    expect(await provider.expireCheckout(session.id)).toEqual(expired);
    const events = [...(await listEventsOfType('expired')), ...(await listEventsOfType('paid'))].filter(
      ({ sessionId }) => sessionId === session.id,
    );
    expect(events).toEqual([{ ...sessionFields, id: expect.stringMatching(/./), type: 'expired', paymentId: events[0]?.paymentId }]);
  });

  test('fault 13: ending a session that somebody was faster to pay says that it is paid', async () => {
    const { session, facts: sessionFields, paymentId } = await openPaidCheckout();
    expect(await provider.expireCheckout(session.id)).toEqual({ ...sessionFields, state: 'paid', paymentId });
    for (let round = 0; round < 10; round += 1) {
      const racedCheckout = await openCheckout();
      const [isPaid, checkoutState] = await Promise.all([pay(racedCheckout.session), provider.expireCheckout(racedCheckout.session.id)]);
      expect(checkoutState.state).toBe(isPaid ? 'paid' : 'expired');
    }
  });

  test('a session ends by itself: not before the goods are let go of, and before the shop ends it', async () => {
    const { session } = await openCheckout();
    options.advanceClock(29 * MINUTE);
    expect((await provider.readCheckout(session.id)).state).toBe('open');
    options.advanceClock(10 * MINUTE);
    expect((await provider.readCheckout(session.id)).state).toBe('expired');
    expect(await pay(session)).toBe(false);
    expect((await provider.expireCheckout(session.id)).state).toBe('expired');
  });

  test('a session that never was is no answer: reading and ending it throw', async () => {
    expect(await readErrorCode(provider.readCheckout('nobody_knows'))).not.toContain('made');
    expect(await readErrorCode(provider.expireCheckout('nobody_knows'))).not.toContain('made');
  });

  test('long names, many lines and odd letters are no hindrance, and the sum is right', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => ({
      name: `${'🛋️ Sofa & "Mäuse" [0]='.repeat(20)}${n}`,
      priceCents: 101 + n,
      quantity: 1 + (n % 3),
      image: `https://shop.example/${n}.webp`,
    }));
    const totalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
    const { session, facts: sessionFields } = await openCheckout({ lines, totalCents, email: 'jörg@bücher.example' });
    expect(await provider.readCheckout(session.id)).toEqual({ ...sessionFields, state: 'open', paymentId: null });
  });

  test('money goes back in parts, each told with the sum of all', async () => {
    const { paymentId, checkout } = await openPaidCheckout();
    const first = await provider.refund({ paymentId, amountCents: 1000, currency: 'usd', key: randomUUID() });
    const second = await provider.refund({ paymentId, amountCents: 749, currency: 'usd', key: randomUUID() });
    expect(second.id).not.toBe(first.id);
    const events = (await listEventsOfType('refunded')).filter((event) => event.paymentId === paymentId);
    const sessionFields = { type: 'refunded', sessionId: '', orderId: '', currency: 'usd', paymentId, id: expect.stringMatching(/./) };
    expect(events).toEqual([
      { ...sessionFields, amountCents: 1000 },
      { ...sessionFields, amountCents: 1749 },
    ]);
    await provider.refund({ paymentId, amountCents: checkout.totalCents - 1749, currency: 'usd', key: randomUUID() });
  });

  test('the same key gives back once, at once or one after the other; with other words it is not made', async () => {
    const { paymentId } = await openPaidCheckout();
    const refund = { paymentId, amountCents: 500, currency: 'usd', key: randomUUID() };
    const refunds = await Promise.all([provider.refund(refund), provider.refund(refund), provider.refund(refund)]);
    refunds.push(await provider.refund(refund));
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
    expect(await readErrorCode(provider.refund({ ...refund, amountCents: 400 }))).toBe('unknown');
    const events = (await listEventsOfType('refunded')).filter((event) => event.paymentId === paymentId);
    expect(events.map(({ amountCents }) => amountCents)).toEqual([500]);
  });

  test('a refund of more than is left, of nothing, or of no payment is a clear no', async () => {
    const { paymentId } = await openPaidCheckout();
    const tryRefund = (amountCents: number, targetPaymentId = paymentId) =>
      readErrorCode(provider.refund({ paymentId: targetPaymentId, amountCents, currency: 'usd', key: randomUUID() }));
    expect([await tryRefund(3750), await tryRefund(0), await tryRefund(-5), await tryRefund(100, 'pay_of_nobody')]).toEqual(
      Array(4).fill('conflict'),
    );
    expect(await tryRefund(3749)).toContain('made');
    expect(await tryRefund(1)).toBe('conflict');
  });

  test('threat 6: an event without a good signature is refused', async () => {
    await openPaidCheckout();
    const { raw = '' } = (await options.listSentEvents()).at(-1) ?? {};
    const validHeaders = sign(raw, now(), secret);
    expect(readEventOrError(raw, validHeaders)).not.toBe('bad_signature');
    const [[name = '', value = '']] = Object.entries(validHeaders).filter(([header]) => header.endsWith('signature')) as [[string, string]];
    const forgeries: [string, IncomingHttpHeaders][] = [
      [raw, {}],
      [raw, sign(raw, now(), `${secret}x`)],
      [raw, sign(raw, new Date(now().getTime() - 6 * MINUTE), secret)],
      [raw, sign(raw, new Date(now().getTime() + 6 * MINUTE), secret)],
      [`${raw} `, validHeaders],
      [JSON.stringify(JSON.parse(raw), null, 1), validHeaders],
      ['', sign('', now(), `${secret}x`)],
      [raw, { [name]: value.slice(0, -1) }],
      [raw, { [name]: value.replace(/t=\d+/, (it) => `t=${Number(it.slice(2)) + 1}`) }],
      [raw, { [name]: value.replace(/t=\d+/, 't=NaN') }],
      [raw, { [name]: 't=,v1=' }],
    ];
    expect(forgeries.map(([body, headers]) => readEventOrError(body, headers))).toEqual(forgeries.map(() => 'bad_signature'));
    expect(readEventOrError(raw, sign(raw, new Date(now().getTime() - 4 * MINUTE), secret))).not.toBe('bad_signature');
    expect(readEventOrError(raw, sign(raw, new Date(now().getTime() + 4 * MINUTE), secret))).not.toBe('bad_signature');
  });

  test('a signed body that is no event is a 400, never a 5xx', () => {
    const bodies = ['not json', 'null', '7', '[]', '{}', '{"id":7,"type":"x"}', '{"id":"evt","type":null}', '\u0000'];
    expect(bodies.map((raw) => readEventOrError(raw, sign(raw, now(), secret)))).toEqual(bodies.map(() => 'invalid'));
  });

  test('fault 9: while a secret is changed both are good, a third is not, and the old one alone not after it', async () => {
    await openPaidCheckout();
    const { raw = '' } = (await options.listSentEvents()).at(-1) ?? {};
    const reader = options.withSecrets(['whsec_new', 'whsec_old']);
    const isRejected = (name: string) => readEventOrError(raw, sign(raw, now(), name), reader) === 'bad_signature';
    expect([isRejected('whsec_new'), isRejected('whsec_old'), isRejected('whsec_third')]).toEqual([false, false, true]);
    expect(readEventOrError(raw, sign(raw, now(), 'whsec_old'), options.withSecrets(['whsec_new']))).toBe('bad_signature');
  });
}
