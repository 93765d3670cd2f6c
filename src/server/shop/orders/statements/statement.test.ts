/** Bank statements, as banks write them. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { orderByHand } from '../../../../../tests/support/payment-methods.ts';
import { toReference } from '../../../../contract/iban.ts';
import { readAnyOrder } from '../../../../contract/order-admin.ts';
import { bookStatement, readStatement, STATEMENT_LINES_MAX } from '../../../../contract/order-payment.ts';

const shop = await openShopWithPayments();

const writeGerman = ([first = 0, second = 0, third = 0, fourth = 0]: number[]) => `"Kontonummer:";"DE89 3704 0044 0532 0130 00"

"Buchungstag";"Wertstellung";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (€)";"Währung"
"26.11.2026";"26.11.2026";"Ada Löwe";"Danke! ${toReference(first).slice(0, 4)} ${first}";"12,50";"USD"
"26.11.2026";"26.11.2026";"Grace";"Bestellung ${second} vom 25.11.2026";"12,50";"USD"
"26.11.2026";"26.11.2026";"Linus";"${toReference(third)}";"1.010,00";"USD"
"27.11.2026";"27.11.2026";"Alan";"${toReference(fourth)}";"5,00";"EUR"
"27.11.2026";"27.11.2026";"Strom AG";"Abschlag ${first}";"-80,00";"USD"
"27.11.2026";"27.11.2026";"Niemand";"2026 ${first} 12345";"7,00";"USD"
`;

const writeCamt = ([
  first = 0,
  second = 0,
]: number[]) => `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="USD">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-26</Dt></BookgDt><AcctSvcrRef>B-77</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Ada &amp; Co</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>${toReference(first)}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="USD">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-26</Dt></BookgDt><NtryDtls>
<TxDtls><Amt Ccy="USD">12.50</Amt><RmtInf><Ustrd>${toReference(second)}</Ustrd></RmtInf></TxDtls>
<TxDtls><Amt Ccy="USD">7.50</Amt><RmtInf><Ustrd>gift</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="USD">3.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-11-26</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`;

async function openStatement(orders: number) {
  // As in a shop: a bare number of one digit is taken for no order.
  await shop.deps.db.execute(sql`select setval('orders_number_seq', 1000)`);
  const placed = [];
  for (let count = 0; count < orders; count += 1) placed.push(await orderByHand(shop));
  const { token } = await shop.signUp({ role: 1 });
  const read = (content: string | Buffer) =>
    shop.call(readStatement, { token, body: { file: Buffer.from(content as string).toString('base64') } });
  const numbers: number[] = [];
  for (const { order } of placed) {
    const read = await shop.call(readAnyOrder, { token, params: { id: order } });
    numbers.push(read.body.order.number ?? 0);
  }
  return { numbers, ids: placed.map(({ order }) => order), token, read };
}

test('[PAYWAY-9] each line shows its order and whether the sum fits; booking it twice books it once', async () => {
  const { ids, numbers, token, read } = await openStatement(4);
  const file = Buffer.from(writeGerman(numbers), 'latin1');
  const { lines, encoding } = (await read(file)).body;
  expect(encoding).toBe('Windows-1252');
  expect(lines.map(({ payer, amount, state, order }) => [payer, amount, state, order?.number ?? null])).toEqual([
    ['Ada Löwe', 12.5, 'fits', numbers[0]],
    ['Grace', 12.5, 'fits', numbers[1]],
    ['Linus', 1010, 'more', numbers[2]],
    ['Alan', 5, 'other_currency', numbers[3]],
    ['Strom AG', -80, 'outgoing', null],
    ['Niemand', 7, 'unknown', null],
  ]);
  const fitting = lines.flatMap(({ key, order, amount, currency, date, state }) =>
    order && state === 'fits' ? [{ key, order: order._id, amount, currency, date }] : [],
  );
  const book = () => shop.call(bookStatement, { token, body: { lines: fitting } });
  expect((await book()).body.results.map(({ error }) => error)).toEqual([null, null]);
  expect((await book()).body.results.map(({ error }) => error?.code)).toEqual(['payment_mismatch', 'payment_mismatch']);
  const paid = (await shop.call(readAnyOrder, { token, params: { id: ids[0] ?? '' } })).body.order;
  expect(paid).toMatchObject({ status: 'paid', payments: [{ amount: 12.5 }] });
  expect((await read(file)).body.lines.slice(0, 2).map(({ state }) => state)).toEqual(['booked', 'booked']);
  expect(await shop.listFindings()).toEqual([]);
});

test('[PAYWAY-9] CAMT.053 is read with its references, and a batch as its single payments', async () => {
  const { numbers, read } = await openStatement(2);
  const { lines, format } = (await read(writeCamt(numbers))).body;
  expect(format).toBe('camt');
  expect(lines.map(({ payer, date, amount, state, order }) => [payer, date, amount, state, order?.number ?? null])).toEqual([
    ['Ada & Co', '2026-11-26', 12.5, 'fits', numbers[0]],
    ['', '2026-11-26', 12.5, 'fits', numbers[1]],
    ['', '2026-11-26', 7.5, 'unknown', null],
    ['', '2026-11-26', -3, 'outgoing', null],
  ]);
});

test('[PAYWAY-9] what is no statement, has too many lines or is no text is refused with the reason', async () => {
  const { read } = await openStatement(0);
  const header = 'Date,Description,Amount\n';
  const refused = [
    'hello',
    '<?xml version="1.0"?><html><p>Log in</p></html>',
    Buffer.from('%PDF-1.7\0\0'),
    header + '2026-11-26,x,1.00\n'.repeat(STATEMENT_LINES_MAX + 1),
  ];
  const answers = await Promise.all(refused.map((it) => read(it)));
  expect(answers.map(({ status, body }) => [status, 'message' in body && typeof body.message])).toEqual(refused.map(() => [400, 'string']));
  const doubtful = (await read(`${header}2026-11-26,fine,"1,234.50"\n31/12/2026,also fine,2.00\nsoon,not,3.00\n2026-11-27,not,many\n`))
    .body;
  expect([doubtful.lines.map(({ amount, date }) => [date, amount]), doubtful.unread]).toEqual([
    [
      ['2026-11-26', 1234.5],
      ['2026-12-31', 2],
    ],
    [4, 5],
  ]);
});
