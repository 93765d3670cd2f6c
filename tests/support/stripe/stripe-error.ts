/** An error in the format of Stripe's API. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string; code?: string; param?: string } };

  constructor(status: number, message: string, details: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...details } };
  }
}

export function notFound(resource: string, id: string): StripeApiError {
  return new StripeApiError(404, `No such ${resource}: '${id}'`, { code: 'resource_missing', param: 'id' });
}
