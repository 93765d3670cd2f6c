/** The demo shop's customers. Only DEMO_CUSTOMER has a password; hashing one for each would take a second of the first start. */

import { randomUUID } from 'node:crypto';
import { DAY } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { NO_ANSWER } from '../team/login/account-link.ts';
import { addUser } from '../team/login/auth.service.ts';
import { createUser, findCredentials } from '../team/login/user.repository.ts';
import { DUMMY_HASH } from '../team/passwords/password-hash.ts';
import type { Customer } from './past-orders.ts';

interface Person {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** Days ago. */
  joined: number;
  password?: string;
  answer?: string;
}

export const DEMO_CUSTOMER = {
  name: 'Sam Rivera',
  email: 'shopper@example.com',
  phone: '+1 555 0142',
  address: '27 Alder Street, Portland, OR 97205',
  joined: 56,
  password: 'demo-shopper-1',
  answer: 'cycling',
} satisfies Person;

const OTHER_CUSTOMERS: readonly Person[] = [
  {
    name: 'Mira Okafor',
    email: 'mira.okafor@example.com',
    phone: '+1 555 0101',
    address: '9 Quarry Lane, Burlington, VT 05401',
    joined: 59,
  },
  {
    name: 'Jonas Lindqvist',
    email: 'jonas.lindqvist@example.com',
    phone: '+1 555 0102',
    address: '410 Lake Drive, Duluth, MN 55802',
    joined: 58,
  },
  { name: 'Priya Raman', email: 'priya.raman@example.com', phone: '+1 555 0103', address: '88 Orchard Road, Ithaca, NY 14850', joined: 49 },
  {
    name: 'Tomás Herrera',
    email: 'tomas.herrera@example.com',
    phone: '+1 555 0104',
    address: '1502 Mesa Avenue, Santa Fe, NM 87501',
    joined: 41,
  },
  { name: 'Hanna Weiss', email: 'hanna.weiss@example.com', phone: '+1 555 0105', address: '33 Mill Row, Lancaster, PA 17602', joined: 36 },
  { name: 'Daniel Cho', email: 'daniel.cho@example.com', phone: '+1 555 0106', address: '720 Pine Street, Seattle, WA 98101', joined: 28 },
  {
    name: 'Aoife Brennan',
    email: 'aoife.brennan@example.com',
    phone: '+1 555 0107',
    address: '16 Harbor View, Portland, ME 04101',
    joined: 25,
  },
  {
    name: 'Lucas Moreau',
    email: 'lucas.moreau@example.com',
    phone: '+1 555 0108',
    address: '205 Magazine Street, New Orleans, LA 70130',
    joined: 19,
  },
  {
    name: 'Nadia Haddad',
    email: 'nadia.haddad@example.com',
    phone: '+1 555 0109',
    address: '61 Cherry Court, Ann Arbor, MI 48104',
    joined: 15,
  },
  {
    name: 'Ezra Goldman',
    email: 'ezra.goldman@example.com',
    phone: '+1 555 0110',
    address: '1140 Bluff Road, Asheville, NC 28801',
    joined: 11,
  },
  {
    name: 'Yuki Tanabe',
    email: 'yuki.tanabe@example.com',
    phone: '+1 555 0111',
    address: '5 Canyon Terrace, Boulder, CO 80302',
    joined: 6,
  },
  {
    name: 'Grace Mbeki',
    email: 'grace.mbeki@example.com',
    phone: '+1 555 0112',
    address: '302 Sycamore Place, Athens, GA 30601',
    joined: 3,
  },
];

async function findOrAddCustomer({ db, now }: Pick<Deps, 'db' | 'now'>, person: Person): Promise<Customer> {
  const { joined, password, answer = '', ...profile } = person;
  const found = await findCredentials(db, person.email);
  const account = { ...profile, role: 0 as const, createdAt: new Date(now().getTime() - joined * DAY) };
  const add = async () =>
    password
      ? addUser(db, { ...account, password, answer })
      : createUser(db, { ...account, id: randomUUID(), passwordHash: DUMMY_HASH, answerHash: NO_ANSWER });
  // Another process that fills the shop at the same moment may have added it since.
  const addOrFind = () =>
    add().catch(async (error: unknown) => {
      const added = await findCredentials(db, person.email);
      if (!added) throw error;
      return added.user;
    });
  const { _id: id } = found?.user ?? (await addOrFind());
  return { id, address: person.address, joined };
}

/** Creates the accounts that don't exist yet. */
export async function addCustomers(deps: Pick<Deps, 'db' | 'now'>): Promise<{ own: Customer; others: Customer[] }> {
  const [own, others] = await Promise.all([
    findOrAddCustomer(deps, DEMO_CUSTOMER),
    Promise.all(OTHER_CUSTOMERS.map((person) => findOrAddCustomer(deps, person))),
  ]);
  return { own, others };
}
