/** The parts of the fake Stripe by which a merchant connects: the account, and the endpoints of its webhook. */
import { randomBytes } from 'node:crypto';
import { asForm, asText, type Form } from './form-encoding.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

export interface AccountProfile {
  id: string;
  object: 'account';
  /** Not in Stripe's answer: whether the key takes real money. */
  livemode: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  email: string;
  settings: { dashboard: { display_name: string } };
  requirements: { currently_due: string[] };
}

export const makeAccount = (profile: Partial<AccountProfile> = {}): AccountProfile => ({
  id: 'acct_standin',
  object: 'account',
  livemode: false,
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  email: 'owner@shop.example',
  settings: { dashboard: { display_name: 'Stand-in Ltd' } },
  requirements: { currently_due: [] },
  ...profile,
});

interface FakeWebhook {
  id: string;
  object: 'webhook_endpoint';
  url: string;
  status: 'enabled' | 'disabled';
  enabled_events: string[];
  secret: string;
}

export class FakeWebhooks {
  readonly endpoints = new Map<string, FakeWebhook>();

  /** Only this answer has the secret. */
  create(form: Form): FakeWebhook {
    const url = asText(form.url) ?? '';
    if (!/^https?:\/\//.test(url))
      throw new StripeApiError(400, 'Invalid URL: An explicit scheme (such as https) must be provided.', { param: 'url' });
    const endpoint: FakeWebhook = {
      id: `we_${randomBytes(12).toString('hex')}`,
      object: 'webhook_endpoint',
      url,
      status: 'enabled',
      enabled_events: Object.values(asForm(form.enabled_events)).map(String),
      secret: `whsec_${randomBytes(16).toString('hex')}`,
    };
    this.endpoints.set(endpoint.id, endpoint);
    return endpoint;
  }

  find(id: string): Omit<FakeWebhook, 'secret'> {
    const endpoint = this.endpoints.get(id);
    if (!endpoint) throw notFound('webhook endpoint', id);
    const { secret: _secret, ...shown } = endpoint;
    return shown;
  }

  update(id: string, form: Form): Omit<FakeWebhook, 'secret'> {
    const endpoint = this.endpoints.get(id);
    if (endpoint) endpoint.url = asText(form.url) ?? endpoint.url;
    return this.find(id);
  }

  remove(id: string): object {
    this.find(id);
    this.endpoints.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }
}
