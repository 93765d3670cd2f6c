/** An error as PayPal's API answers it. */
export class PaypalApiError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, name: string, issue?: string) {
    super(`${name} ${issue ?? ''}`);
    this.status = status;
    this.body = { name, message: 'Refused by the stand-in.', debug_id: 'f00d', details: issue ? [{ issue, description: issue }] : [] };
  }
}

export const notFound = () => new PaypalApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
export const unprocessable = (issue: string) => new PaypalApiError(422, 'UNPROCESSABLE_ENTITY', issue);
export const invalid = (issue: string) => new PaypalApiError(400, 'INVALID_REQUEST', issue);
