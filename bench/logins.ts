/** A cached page requested at a steady rate while 50 people log in at once, again and again, compared with no logins; then also during checkouts. SECONDS=5. */
import type autocannon from 'autocannon';
import { login, register } from '../src/contract/auth.ts';
import { SELLING_RATE, startSellingShop } from './checkout-load.ts';
import { measureLoad, sendSteadily } from './load.ts';
import { writeSection } from './results.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const PEOPLE = 50;
const PAGES_PER_SECOND = 500;
const GOAL = 3;
const PASSWORD = 'correct horse battery';

const { shop, sell, stop } = await startSellingShop(2 * seconds);

/** Each from a different network, which is known once they have logged in. */
async function post(path: string, person: number, body: object): Promise<number> {
  const network = `${1 + person}.0.0.1`;
  const response = await fetch(shop.origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
  });
  await response.arrayBuffer();
  return response.status;
}

/** The 95th percentile, in milliseconds. */
async function measureP95(): Promise<{ p95: number; failed: number }> {
  const times: number[] = [];
  const setupClient = (client: autocannon.Client) => client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds));
  const pace = { rate: PAGES_PER_SECOND, connections: 20, duration: seconds };
  const { failed } = await sendSteadily({ url: shop.origin, setupClient }, pace);
  return { p95: times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)] ?? Number.NaN, failed };
}

try {
  const emails = Array.from({ length: PEOPLE }, (_, n) => `person-${n}@example.com`);
  const profile = { name: 'Ada', password: PASSWORD, phone: '5551234567', address: '1 Market Street', answer: 'Tennis' };
  for (const [person, email] of emails.entries()) {
    const status = await post(register.path, person, { ...profile, email });
    if (status >= 300) throw new Error(`Registering was answered by ${status}`);
  }
  await measureLoad(shop.origin, ['/'], { seconds: 3 });
  const quiet = await measureP95();
  const measureLogins = async (situation: string): Promise<string[]> => {
    let isMeasuring = true;
    const statuses: number[] = [];
    const logIn = async () => {
      const logAllIn = () => Promise.all(emails.map((email, person) => post(login.path, person, { email, password: PASSWORD })));
      while (isMeasuring) statuses.push(...(await logAllIn()));
    };
    const loggingIn = logIn();
    const busy = await measureP95();
    isMeasuring = false;
    await loggingIn;
    const refused = statuses.filter((status) => status !== 200).length;
    const row = [
      `home page${situation} (goal ${GOAL} ×)`,
      busy.p95.toFixed(1),
      quiet.p95.toFixed(1),
      `${(busy.p95 / quiet.p95).toFixed(1)} ×`,
      (statuses.length / seconds).toFixed(0),
      String(refused + busy.failed + quiet.failed),
    ];
    console.log(row.join('   '));
    return row;
  };
  const rows = [await measureLogins('')];
  const selling = sell(seconds);
  rows.push(await measureLogins(`, ${SELLING_RATE} checkouts/s`));
  await selling;
  writeSection({
    title: 'Logins',
    command: 'npm run bench -- logins',
    method: `The embedded demo shop; its home page ${PAGES_PER_SECOND} times a second on 20 connections, spread evenly over each second, for ${seconds} s, while ${PEOPLE} people log in at once, and again as soon as they are in.`,
    rows: [['a cached page while people log in', 'p95 ms', 'quiet p95 ms', 'ratio', 'logins/s', 'failed'], ...rows],
  });
} finally {
  await stop();
}
