/** The documents and texts that an email has attached, as PDF: made when it is sent, from rows that never change. */
import type { Database } from '../../../platform/database/connect.ts';
import type { EmailAttachment } from '../../database/schema/messages.ts';
import type { EmailFile } from '../../messages/emails/mailer.ts';
import { findDocument, listDocumentsOf } from './document.repository.ts';
import { parseInvoicing } from './invoice-settings.service.ts';
import { findText, listTextsOf } from './order-text.repository.ts';

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function render(db: Database, { kind, id }: EmailAttachment): Promise<Buffer | null> {
  if (kind === 'document') {
    const document = await findDocument(db, id);
    const { renderDocument } = await import('./render-document.ts');
    return document && collect(renderDocument(document));
  }
  const text = await findText(db, id);
  const { renderText } = await import('./render-text.ts');
  return text && collect(renderText(text));
}

/** A document that is gone, as after a restored backup, is left out: the email says the rest. */
export async function readEmailFiles(db: Database, attachments: EmailAttachment[]): Promise<EmailFile[]> {
  const files: EmailFile[] = [];
  for (const attachment of attachments) {
    const content = await render(db, attachment);
    if (content) files.push({ name: attachment.name, type: 'application/pdf', content });
  }
  return files;
}

/** Without what a file's name can't have anywhere. */
const toFileName = (text: string) => `${text.replace(/[^\p{L}\p{N}._ -]+/gu, ' ').trim() || 'Text'}.pdf`;

/** What the confirmation of an order has attached besides its invoice: the texts that it was made under. */
export async function listTextFiles(tx: Database, orderId: string): Promise<EmailAttachment[]> {
  return (await listTextsOf(tx, orderId)).map(({ id, title }) => ({ kind: 'text', id, name: toFileName(title) }));
}

interface Wanted {
  orderId: string;
  /** The settings as stored. */
  invoicing: unknown;
  /** Which email: of the paid order, of the shipped one, of a refund. */
  about: 'paid' | 'shipped' | 'refund';
}

/** The document that an email reports on, where the merchant wants it attached. */
export async function listDocumentFiles(tx: Database, { orderId, invoicing, about }: Wanted): Promise<EmailAttachment[]> {
  const settings = parseInvoicing(invoicing);
  if (!settings?.isAttached || (about !== 'refund' && about !== settings.madeWhen)) return [];
  const documents = await listDocumentsOf(tx, orderId);
  const found =
    about === 'refund'
      ? documents.findLast(({ kind }) => kind === 'credit_note')
      : documents.find(({ kind, corrects }) => kind === 'invoice' && corrects === null);
  return found ? [{ kind: 'document', id: found.id, name: toFileName(found.number) }] : [];
}
