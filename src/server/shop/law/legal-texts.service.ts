/** Drafts of the texts that a shop needs, made once as pages like any other. What is there stays: a page is found by what was made, or by its address. */
import { isDeepStrictEqual } from 'node:util';
import { LAW_MARKETS } from '../../../contract/law.ts';
import { LEGAL_TEXT_KINDS, type LegalText, type LegalTextKind, listGaps } from '../../../contract/legal-texts.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { findPage, listPagesBySlug, type PageRow } from '../content/pages/page.repository.ts';
import { addPage } from '../content/pages/page.service.ts';
import { parseInvoicing } from '../orders/documents/invoice-settings.service.ts';
import { readPaymentMethods } from '../pricing/payment-methods.service.ts';
import { readShippingSettings, readTaxSettings } from '../pricing/pricing-settings.service.ts';
import { findSetting, INVOICES_KEY, saveSetting } from '../settings/settings.repository.ts';
import { readSettings } from '../settings/settings.service.ts';
import { findMarkets } from './law.service.ts';
import { toMarket } from './markets.ts';
import { type LegalDraft, listDrafts, writeDraft } from './texts/legal-texts.ts';
import type { TextData } from './texts/text-data.ts';

const KEY = 'private:law-texts';

export type TextsContext = Pick<Deps, 'db' | 'memoize' | 'now' | 'payment'>;

async function readTextData(deps: TextsContext): Promise<TextData> {
  const { settings } = await readSettings(deps);
  const { shop } = settings;
  const markets = await findMarkets(deps);
  const invoicing = parseInvoicing(await findSetting(deps.db, INVOICES_KEY));
  const [first = 'other'] = markets;
  return {
    shop,
    home: shop.country ? toMarket(shop.country) : first,
    markets: LAW_MARKETS.filter((it) => markets.includes(it)),
    vatId: invoicing?.vatId ?? '',
    taxNumber: invoicing?.taxNumber ?? '',
    shipping: (await readShippingSettings(deps)).shipping,
    payments: await readPaymentMethods(deps),
    pricesIncludeTax: (await readTaxSettings(deps)).tax.pricesIncludeTax,
    returnsLine: settings.returnsLine ?? '',
  };
}

type Made = Partial<Record<LegalTextKind, string>>;

async function readMade(db: Database): Promise<Made> {
  const value = await findSetting(db, KEY);
  if (!isRecord(value)) return {};
  return Object.fromEntries(LEGAL_TEXT_KINDS.flatMap((kind) => (typeof value[kind] === 'string' ? [[kind, value[kind]]] : [])));
}

async function findExisting(db: Database, made: Made, { kind, slug }: LegalDraft): Promise<PageRow | null> {
  const id = made[kind];
  const [page] = id ? [await findPage(db, id)] : [null];
  if (page) return page;
  const [named] = await listPagesBySlug(db, [slug]);
  return named ?? null;
}

const toText = ({ kind, title, slug }: LegalDraft, page: PageRow | null): LegalText => ({
  kind,
  title: page?.title ?? title,
  page: page?.id ?? null,
  slug: page?.slug ?? slug,
  status: page?.status ?? 'missing',
  gaps: page ? listGaps(page.text).length : 0,
});

export async function listTexts(deps: TextsContext): Promise<LegalText[]> {
  const drafts = listDrafts(await readTextData(deps));
  const made = await readMade(deps.db);
  const texts: LegalText[] = [];
  for (const draft of drafts) texts.push(toText(draft, await findExisting(deps.db, made, draft)));
  return texts;
}

const FOOTER_POSITION = 10;

/** Makes those that are missing, also where somebody else does so at once: then theirs stay. */
export async function createTexts(deps: TextsContext): Promise<{ created: number; texts: LegalText[] }> {
  const data = await readTextData(deps);
  const before = await readMade(deps.db);
  const made = { ...before };
  let created = 0;
  for (const [index, draft] of listDrafts(data).entries()) {
    const { kind, title, slug } = draft;
    const existing = await findExisting(deps.db, made, draft);
    if (existing) {
      made[kind] = existing.id;
      continue;
    }
    const input = { title, slug, text: writeDraft(draft, data), status: 'draft', inFooter: true, description: '' } as const;
    try {
      made[kind] = (await addPage(deps, { ...input, footerPosition: FOOTER_POSITION + index }))._id;
      created += 1;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'slug_taken')) throw error;
      const [theirs] = await listPagesBySlug(deps.db, [slug]);
      if (theirs) made[kind] = theirs.id;
    }
  }
  if (!isDeepStrictEqual(made, before)) await saveSetting(deps.db, KEY, made);
  return { created, texts: await listTexts(deps) };
}
