/** Makes the invoices of orders that have none, several at once, until none is left or it is killed. Started by numbers-under-kills.test.ts. */
import { sql } from 'drizzle-orm';
import { openServer } from '../../src/server/platform/database/connect.ts';
import { query } from '../../src/server/platform/database/query.ts';
import { createInvoice } from '../../src/server/shop/orders/documents/document.service.ts';

const [url = ''] = process.argv.slice(2);
const AT_ONCE = 4;
const { db, close } = await openServer(url, { warn: () => undefined }, AT_ONCE);

/** Others may be at work on the same ones. */
const listMissing = () =>
  query<{ id: string }>(db, sql`select id from orders where number is not null and not has_documents order by random() limit 40`);

process.send?.('ready');
for (let ids = await listMissing(); ids.length; ids = await listMissing()) {
  const rest = ids.map(({ id }) => id);
  const work = async () => {
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) await createInvoice({ db, now: () => new Date() }, id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
await close();
