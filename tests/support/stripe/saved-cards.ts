/** The fake's saved cards: payment methods of its customers, which its page saves if the customer ticks the box there. */
import { randomBytes } from 'node:crypto';
import type { FakeTax } from './automatic-tax.ts';
import { notFound } from './stripe-error.ts';

interface FakeCard {
  id: string;
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}

export class FakeCards {
  readonly cards = new Map<string, FakeCard>();
  readonly #customers: FakeTax['customers'];

  constructor({ customers }: FakeTax) {
    this.#customers = customers;
  }

  /** As on the page, while it is paid. */
  save(customer: string, last4 = '4242'): FakeCard {
    const card: FakeCard = {
      id: `pm_${randomBytes(8).toString('hex')}`,
      object: 'payment_method',
      type: 'card',
      customer,
      card: { brand: 'visa', last4, exp_month: 12, exp_year: 2049 },
    };
    this.cards.set(card.id, card);
    return card;
  }

  #requireCustomer(id: string): string {
    if (!this.#customers.has(id)) throw notFound('customer', id);
    return id;
  }

  #find(id: string, customer: string): FakeCard {
    const card = this.cards.get(id);
    if (card?.customer !== customer) throw notFound('PaymentMethod', id);
    return card;
  }

  /** Null: another area's request. */
  route(method: string, [area, id = '', below, card = '']: string[]): object | null {
    if (area === 'payment_methods' && below === 'detach') return this.#detach(id);
    if (area !== 'customers' || !id) return null;
    if (method === 'DELETE') return this.#delete(this.#requireCustomer(id));
    if (method === 'POST') return this.#customers.get(this.#requireCustomer(id)) ?? {};
    if (below !== 'payment_methods') return this.#customers.get(this.#requireCustomer(id)) ?? {};
    const customer = this.#requireCustomer(id);
    if (card) return this.#find(card, customer);
    const data = [...this.cards.values()].filter((it) => it.customer === customer);
    return { object: 'list', url: `/v1/customers/${id}/payment_methods`, has_more: false, data };
  }

  #detach(id: string): object {
    const card = this.cards.get(id);
    if (!card?.customer) throw notFound('PaymentMethod', id);
    card.customer = null;
    return card;
  }

  #delete(id: string): object {
    this.#customers.delete(id);
    for (const card of this.cards.values()) if (card.customer === id) card.customer = null;
    return { id, object: 'customer', deleted: true };
  }
}
