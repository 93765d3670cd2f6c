/** A refusal as Stripe's API writes it. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: { error: { type: string; message: string; code?: string; param?: string } };

  constructor(status: number, message: string, more: { type?: string; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...more } };
  }
}

export function missing(what: string, id: string): StripeFault {
  return new StripeFault(404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' });
}
