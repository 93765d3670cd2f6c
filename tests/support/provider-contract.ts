/**
 * The contract tests of the payment port: each provider's test file runs them against its implementation.
 *
 *   testProviderContract({ provider, … });
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/contract/values.ts';
import { AppError } from '../../src/server/platform/errors.ts';
import type { Checkout, PaymentEvent, PaymentProvider } from '../../src/server/shop/payments/provider.ts';

export interface SentEvent {
  raw: string;
  headers: IncomingHttpHeaders;
}

export interface ProviderContractOptions {
  provider: PaymentProvider;
  now: () => Date;
  /** Moves the clock forward, the provider's too. */
  advanceClock: (milliseconds: number) => void;
  /** Pays with a valid card on the provider's page. False: the session can't be paid any more. */
  pay: (session: { id: string; url: string }) => Promise<boolean>;
  /** Absent: it reports nothing, and the shop asks it. */
  webhook?: {
    /** All events sent so far, as they came over the wire. */
    listSentEvents: () => Promise<SentEvent[]>;
    sign: (raw: string, at: Date, secret: string) => IncomingHttpHeaders;
    secret: string;
    /** The same provider, which reads events signed with any of these. */
    withSecrets: (secrets: string[]) => Pick<PaymentProvider, 'readEvent'>;
    /** How old a signature may be, in minutes: five unless said. */
    maxAgeMinutes?: number;
    /** False: a session that has ended is reported to nobody. */
    reportsExpiry?: boolean;
  };
}

function makeCheckout(now: Date, overrides: Partial<Checkout> = {}): Checkout {
  const orderId = randomUUID();
  return {
    orderId,
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

/** The AppError's code, `unknown` for any other error, or the result. */
async function readErrorCode(promise: Promise<unknown>): Promise<string> {
  try {
    return `made: ${JSON.stringify(await promise)}`;
  } catch (error) {
    return error instanceof AppError ? error.code : 'unknown';
  }
}

export function testProviderContract(options: ProviderContractOptions): void {
  const { provider, now, pay, webhook } = options;
  const listEventsOfType = async (type: PaymentEvent['type']) =>
    (
      await Promise.all(
        (await (webhook?.listSentEvents() ?? [])).map(({ raw, headers }) => provider.readEvent(Buffer.from(raw), headers, now())),
      )
    ).filter((event) => event.type === type);
  const openCheckout = async (overrides?: Partial<Checkout>) => {
    const checkout = makeCheckout(now(), overrides);
    const session = await provider.startCheckout(checkout);
    const sessionFields = { sessionId: session.id, orderId: checkout.orderId, amountCents: checkout.totalCents, currency: 'usd' };
    return { checkout, session, fields: sessionFields };
  };
  const openPaidCheckout = async () => {
    const opened = await openCheckout();
    expect(await pay(opened.session)).toBe(true);
    const paymentId = (await provider.readCheckout(opened.session.id))?.paymentId;
    return { ...opened, paymentId: paymentId ?? '' };
  };
  const readEventOrError = async (raw: string, headers: IncomingHttpHeaders, reader: Pick<PaymentProvider, 'readEvent'> = provider) => {
    try {
      return (await reader.readEvent(Buffer.from(raw), headers, now())).type;
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };

  test('one order has one session, however often and quickly it is requested', async () => {
    const checkout = makeCheckout(now());
    const sessions = await Promise.all(Array.from({ length: 5 }, () => provider.startCheckout(checkout)));
    sessions.push(await provider.startCheckout(checkout));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
    expect(URL.canParse(sessions[0]?.url ?? '')).toBe(true);
    const { session } = await openCheckout();
    expect(session.id).not.toBe(sessions[0]?.id);
  });

  test('a session is open until it is paid; the signed event reports the same amount', async () => {
    const { session, fields: sessionFields } = await openCheckout();
    expect(await provider.readCheckout(session.id))?.toEqual({ ...sessionFields, state: 'open', paymentId: null, url: session.url });
    expect(await pay(session)).toBe(true);
    const checkoutState = await provider.readCheckout(session.id);
    expect(checkoutState).toEqual({ ...sessionFields, state: 'paid', paymentId: expect.stringMatching(/./) });
    const events = (await listEventsOfType('paid')).filter(({ sessionId }) => sessionId === session.id);
    if (!webhook) return;
    expect(events).toEqual([
      { ...sessionFields, id: expect.stringMatching(/./), at: expect.any(Date), type: 'paid', paymentId: checkoutState?.paymentId },
    ]);
  });

  test('ten payments at once: one payment, one event', async () => {
    const { session } = await openCheckout();
    const paid = await Promise.all(Array.from({ length: 10 }, () => pay(session)));
    if (!webhook) return expect(paid.filter(Boolean)).toHaveLength(1);
    expect((await listEventsOfType('paid')).filter(({ sessionId }) => sessionId === session.id)).toHaveLength(1);
  });

  test("an expired session stays expired and can't be paid; expiring it again is no error", async () => {
    const { session, fields: sessionFields } = await openCheckout();
    const expired = { ...sessionFields, state: 'expired', paymentId: null };
    expect(await provider.expireCheckout(session.id))?.toEqual(expired);
    expect(await pay(session)).toBe(false);
    expect(await provider.readCheckout(session.id))?.toEqual(expired);
    expect(await provider.expireCheckout(session.id))?.toEqual(expired);
    const events = [...(await listEventsOfType('expired')), ...(await listEventsOfType('paid'))].filter(
      ({ sessionId }) => sessionId === session.id,
    );
    if (!webhook) return;
    const expected = {
      ...sessionFields,
      id: expect.stringMatching(/./),
      at: expect.any(Date),
      type: 'expired',
      paymentId: events[0]?.paymentId,
    };
    expect(events).toEqual(webhook.reportsExpiry === false ? [] : [expected]);
  });

  test('fault 13: expiring a session that was paid first reports it as paid', async () => {
    const { session, fields: sessionFields, paymentId } = await openPaidCheckout();
    expect(await provider.expireCheckout(session.id))?.toEqual({ ...sessionFields, state: 'paid', paymentId });
    for (let round = 0; round < 10; round += 1) {
      const racedCheckout = await openCheckout();
      const [isPaid, checkoutState] = await Promise.all([pay(racedCheckout.session), provider.expireCheckout(racedCheckout.session.id)]);
      expect(checkoutState?.state).toBe(isPaid ? 'paid' : 'expired');
    }
  });

  test('a session expires by itself: not before its reservation does, and before the shop expires it', async () => {
    const { session } = await openCheckout();
    options.advanceClock(29 * MINUTE);
    expect((await provider.readCheckout(session.id))?.state).toBe('open');
    options.advanceClock(10 * MINUTE);
    expect((await provider.readCheckout(session.id))?.state).toBe('expired');
    expect(await pay(session)).toBe(false);
    expect((await provider.expireCheckout(session.id))?.state).toBe('expired');
  });

  test('[PAY-11] an unknown session is distinguished from a failure', async () => {
    expect(await provider.readCheckout('nobody_knows')).toBeNull();
    expect(await provider.expireCheckout('nobody_knows')).toBeNull();
  });

  test('long names, many lines and unusual characters are accepted, and the total is right', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => ({
      name: `${'🛋️ Sofa & "Mäuse" [0]='.repeat(20)}${n}`,
      priceCents: 101 + n,
      quantity: 1 + (n % 3),
      image: `https://shop.example/${n}.webp`,
    }));
    const totalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
    const { session, fields: sessionFields } = await openCheckout({ lines, totalCents, email: 'jörg@bücher.example' });
    expect(await provider.readCheckout(session.id))?.toEqual({ ...sessionFields, state: 'open', paymentId: null, url: session.url });
  });

  test('each partial refund is reported with the sum of all', async () => {
    const { paymentId, checkout } = await openPaidCheckout();
    const first = await provider.refund({ paymentId, amountCents: 1000, currency: 'usd', key: randomUUID() });
    const second = await provider.refund({ paymentId, amountCents: 749, currency: 'usd', key: randomUUID() });
    expect(second.id).not.toBe(first.id);
    const events = (await listEventsOfType('refunded')).filter((event) => event.paymentId === paymentId);
    const sessionFields = {
      type: 'refunded',
      sessionId: '',
      orderId: '',
      currency: 'usd',
      paymentId,
      id: expect.stringMatching(/./),
      at: expect.any(Date),
    };
    const expected = [
      { ...sessionFields, amountCents: 1000 },
      { ...sessionFields, amountCents: 1749 },
    ];
    expect(events).toEqual(webhook ? expected : []);
    await provider.refund({ paymentId, amountCents: checkout.totalCents - 1749, currency: 'usd', key: randomUUID() });
  });

  test('one key makes one refund, concurrently or in sequence; with another amount it fails', async () => {
    const { paymentId } = await openPaidCheckout();
    const refund = { paymentId, amountCents: 500, currency: 'usd', key: randomUUID() };
    const refunds = await Promise.all([provider.refund(refund), provider.refund(refund), provider.refund(refund)]);
    refunds.push(await provider.refund(refund));
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1);
    expect(await readErrorCode(provider.refund({ ...refund, amountCents: 400 }))).toBe('unknown');
    const events = (await listEventsOfType('refunded')).filter((event) => event.paymentId === paymentId);
    expect(events.map(({ amountCents }) => amountCents)).toEqual(webhook ? [500] : []);
  });

  test('a refund of more than is left, of nothing, or of an unknown payment is refused', async () => {
    const { paymentId } = await openPaidCheckout();
    const tryRefund = (amountCents: number, targetPaymentId = paymentId) =>
      readErrorCode(provider.refund({ paymentId: targetPaymentId, amountCents, currency: 'usd', key: randomUUID() }));
    expect([await tryRefund(3750), await tryRefund(0), await tryRefund(-5), await tryRefund(100, 'pay_of_nobody')]).toEqual(
      Array(4).fill('refund_refused'),
    );
    expect(await tryRefund(3749)).toContain('made');
    expect(await tryRefund(1)).toBe('refund_refused');
  });

  if (!webhook) {
    test('nothing from outside is taken for an event', async () => {
      const bodies = ['', '{}', '{"id":"evt","type":"paid"}'];
      expect(await Promise.all(bodies.map((raw) => readEventOrError(raw, {})))).toEqual(Array(3).fill('invalid_signature'));
    });
    return;
  }
  const { sign, secret, maxAgeMinutes = 5 } = webhook;

  test('threat 6: an event without a valid signature is rejected', async () => {
    await openPaidCheckout();
    const { raw = '' } = (await webhook.listSentEvents()).at(-1) ?? {};
    const validHeaders = sign(raw, now(), secret);
    expect(await readEventOrError(raw, validHeaders)).not.toBe('invalid_signature');
    const [[name = '', value = '']] = Object.entries(validHeaders).filter(([header]) => /sig(?:nature)?$/.test(header)) as [
      [string, string],
    ];
    const forgeries: [string, IncomingHttpHeaders][] = [
      [raw, {}],
      [raw, sign(raw, now(), `${secret}x`)],
      [raw, sign(raw, new Date(now().getTime() - (maxAgeMinutes + 1) * MINUTE), secret)],
      [raw, sign(raw, new Date(now().getTime() + 6 * MINUTE), secret)],
      [`${raw} `, validHeaders],
      [JSON.stringify(JSON.parse(raw), null, 1), validHeaders],
      ['', sign('', now(), `${secret}x`)],
      [raw, { [name]: value.slice(0, -1) }],
      [raw, { [name]: value.replace(/t=\d+/, (it) => `t=${Number(it.slice(2)) + 1}`) }],
      [raw, { [name]: value.replace(/t=\d+/, 't=NaN') }],
      [raw, { [name]: 't=,v1=' }],
    ];
    expect(await Promise.all(forgeries.map(([body, headers]) => readEventOrError(body, headers)))).toEqual(
      forgeries.map(() => 'invalid_signature'),
    );
    expect(await readEventOrError(raw, sign(raw, new Date(now().getTime() - (maxAgeMinutes - 1) * MINUTE), secret))).not.toBe(
      'invalid_signature',
    );
    expect(await readEventOrError(raw, sign(raw, new Date(now().getTime() + 4 * MINUTE), secret))).not.toBe('invalid_signature');
  });

  test('a signed body that is not an event is a 400, never a 5xx', async () => {
    const bodies = ['not json', 'null', '7', '[]', '{}', '{"id":7,"type":"x"}', '{"id":"evt","type":null}', '\u0000'];
    expect(await Promise.all(bodies.map((raw) => readEventOrError(raw, sign(raw, now(), secret))))).toEqual(
      bodies.map(() => 'invalid_request'),
    );
  });

  test('fault 9: during a rotation both secrets are accepted, a third is not, and afterwards the old one is not', async () => {
    await openPaidCheckout();
    const { raw = '' } = (await webhook.listSentEvents()).at(-1) ?? {};
    const reader = webhook.withSecrets(['whsec_new', 'whsec_old']);
    const isRejected = async (name: string) => (await readEventOrError(raw, sign(raw, now(), name), reader)) === 'invalid_signature';
    expect([await isRejected('whsec_new'), await isRejected('whsec_old'), await isRejected('whsec_third')]).toEqual([false, false, true]);
    expect(await readEventOrError(raw, sign(raw, now(), 'whsec_old'), webhook.withSecrets(['whsec_new']))).toBe('invalid_signature');
  });
}
