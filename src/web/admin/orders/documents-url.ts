/** How many documents one page prints at most. */
export const DOCUMENTS_MAX = 100;

export const buildDocumentsUrl = (kind: 'invoice' | 'slip', ids: string[]): string =>
  `/dashboard/admin/orders/print?kind=${kind}&orders=${ids.join(',')}`;
