/** Whether the shop makes invoices, and what is on them. */
import { isDeepStrictEqual } from 'node:util';
import { Check } from 'typebox/value';
import { DEFAULT_INVOICE_SETTINGS, InvoiceSettings } from '../../../../contract/documents.ts';
import type { Issue } from '../../../../contract/errors.ts';
import { toDay } from '../../../../contract/time-zone.ts';
import { isRecord } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createIssuesError, createVersionConflict } from '../../../platform/errors.ts';
import { findVersionedSetting, INVOICES_KEY, saveSetting, saveSettingAtVersion } from '../../settings/settings.repository.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { findSeries, startSeries } from './document.repository.ts';

export interface Invoicing extends InvoiceSettings {
  /** Orders that were paid before have theirs from elsewhere. */
  since: string;
}

/** What is stored, by whichever version of the shop. Null: invoices were never on. */
export function parseInvoicing(stored: unknown): Invoicing | null {
  if (!isRecord(stored)) return null;
  const known = Object.entries(InvoiceSettings.properties).filter(([name, schema]) => Check(schema, stored[name]));
  const values = Object.fromEntries(known.map(([name]) => [name, stored[name]]));
  return { ...DEFAULT_INVOICE_SETTINGS, ...values, since: typeof stored.since === 'string' ? stored.since : '' };
}

/** Documents need to know where money goes: what is missing of the shop's details, beside their fields. */
async function requireSeller(db: Database, { isOn, vatId, taxNumber, invoicePrefix, creditNotePrefix }: InvoiceSettings): Promise<void> {
  const { address, country } = await readShopDetails(db);
  const required = (path: string, message: string): Issue => ({ path, code: 'required', message });
  const issues = [
    ...(invoicePrefix ? [] : [required('invoicePrefix', 'is required')]),
    ...(creditNotePrefix ? [] : [required('creditNotePrefix', 'is required')]),
    ...(vatId.trim() || taxNumber.trim() ? [] : [required('vatId', 'or the tax number is required')]),
    ...(address.trim() && country ? [] : [required('isOn', "needs the shop's address and country: enter them under Settings, General")]),
  ];
  if (isOn && issues.length) throw createIssuesError(issues);
}

async function readYear({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return Number(toDay(now(), (await readShopDetails(db)).timeZone).slice(0, 4));
}

export async function readInvoiceSettings(context: Pick<Deps, 'db' | 'now'>) {
  const { value, version } = await findVersionedSetting(context.db, INVOICES_KEY);
  const { since: _since, ...settings } = parseInvoicing(value) ?? { ...DEFAULT_INVOICE_SETTINGS, since: '' };
  const year = await readYear(context);
  const invoices = await findSeries(context.db, settings.invoicePrefix, year);
  const creditNotes = await findSeries(context.db, settings.creditNotePrefix, year);
  return {
    settings,
    nextInvoice: invoices.next,
    nextCreditNote: creditNotes.next,
    nextInvoiceNumber: `${settings.invoicePrefix}${year}-${String(invoices.next).padStart(5, '0')}`,
    isInvoiceNumberFixed: invoices.isFixed,
    isCreditNoteNumberFixed: creditNotes.isFixed,
    version,
  };
}

interface NextNumbers {
  nextInvoice?: number | undefined;
  nextCreditNote?: number | undefined;
}

/** Once a number was drawn, another beginning would leave a gap. */
async function startNumbers(tx: Database, path: keyof NextNumbers, prefix: string, year: number, next: number | undefined): Promise<void> {
  if (next === undefined || (await findSeries(tx, prefix, year)).next === next) return;
  if (await startSeries(tx, prefix, year, next)) return;
  throw createIssuesError([{ path, code: 'unavailable', message: 'stays, since numbers with this prefix were given out this year' }]);
}

/** Throws `invalid_request`, and `version_conflict` unless everything is as it was sent. */
export async function updateInvoiceSettings(
  context: Pick<Deps, 'db' | 'now'>,
  { nextInvoice, nextCreditNote, version, ...sent }: InvoiceSettings & NextNumbers & { version?: number | undefined },
) {
  const { db, now } = context;
  const input = { ...sent, vatId: sent.vatId.trim(), taxNumber: sent.taxNumber.trim(), note: sent.note.trim() };
  await requireSeller(db, input);
  const year = await readYear(context);
  const isSaved = await db.transaction(async (tx) => {
    const stored = await findVersionedSetting(tx, INVOICES_KEY);
    const before = parseInvoicing(stored.value);
    const since = input.isOn && before?.isOn ? before.since : now().toISOString();
    const value = { ...input, since };
    const saved =
      version === undefined ? await saveSetting(tx, INVOICES_KEY, value) : await saveSettingAtVersion(tx, INVOICES_KEY, value, version);
    if (saved === null) return false;
    if (!input.isOn) return true;
    await startNumbers(tx, 'nextInvoice', input.invoicePrefix, year, nextInvoice);
    await startNumbers(tx, 'nextCreditNote', input.creditNotePrefix, year, nextCreditNote);
    return true;
  });
  const current = await readInvoiceSettings(context);
  if (isSaved || isDeepStrictEqual(current.settings, input)) return current;
  throw createVersionConflict(current);
}
