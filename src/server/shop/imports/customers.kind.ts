/** Customers of a former shop: accounts without a password. Who is here already stays as they are, and nothing of the team is touched. */

import type { RowNotice } from '../catalog/import/formats/format.ts';
import { createCellError, createKindWork, planEach, type RowKind } from '../catalog/import/runs/row-kind.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { NO_ANSWER } from '../team/login/account-link.ts';
import { DUMMY_HASH } from '../team/passwords/password-hash.ts';
import { type ImportedCustomer, readCustomer } from './customer-row.ts';
import { createCustomers, findAccountsByEmail } from './imported-customer.repository.ts';
import type { Tell } from './row-values.ts';

const KIND: RowKind<ImportedCustomer> = {
  unique: ['email'],
  nameOf: ({ email = '', name = '' }) => email || name,
  plan: async ({ db, now }, rows) => {
    const { timeZone } = await readShopDetails(db);
    const found = await findAccountsByEmail(db, [...new Set(rows.flatMap(({ cells }) => cells.email?.trim() || []))]);
    return planEach(rows, KIND.nameOf, (row) => {
      const notices: RowNotice[] = [];
      const tell: Tell = (kind, column, reason) => notices.push({ kind, column, reason });
      const what = readCustomer(row.cells, { timeZone, now: now() }, tell);
      const account = found.get(what.email);
      if (account?.isTeam) throw createCellError('email', 'belongs to somebody of the team, whose account no import touches');
      const name = KIND.nameOf(row.cells);
      if (account)
        return {
          ...{ row, name, what, outcome: 'unchanged', values: {} },
          notices: [{ kind: 'dropped', column: 'email', reason: 'is a customer here already: nothing of theirs is changed' }],
        };
      const [address] = what.addresses;
      const values = {
        name: what.name,
        phone: what.phone,
        address: address ? [address.street, address.city, address.country].join(', ') : what.address,
        tags: what.tags.join(', '),
        notes: what.notes[0],
        consent: what.consentAt?.toISOString().slice(0, 10),
        registered: what.createdAt?.toISOString().slice(0, 10),
      };
      return { row, name, what, outcome: 'created', values, notices };
    });
  },
  write: ({ db, now, import: { id, by } }, planned) =>
    createCustomers(db, {
      customers: planned.map(({ what }) => what),
      ...{ importId: id, by, now: now(), passwordHash: DUMMY_HASH, answerHash: NO_ANSWER },
    }),
};

export const CUSTOMER_KIND = createKindWork(KIND);
