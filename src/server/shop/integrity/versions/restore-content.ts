import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { isRestorableSetting, type RestorableSetting } from '../../../../contract/audit.ts';
import { type CollectionInput, CollectionInput as CollectionSchema } from '../../../../contract/collection-admin.ts';
import type { CustomFields } from '../../../../contract/custom-field-values.ts';
import { Notifications } from '../../../../contract/email.ts';
import { FeedSettings } from '../../../../contract/feeds.ts';
import { type PageInput, PageInput as PageSchema } from '../../../../contract/page.ts';
import { PinnedSearches } from '../../../../contract/pins.ts';
import { PriceNotesInput } from '../../../../contract/price-notes.ts';
import { ShippingSettings, TaxSettings } from '../../../../contract/pricing-settings.ts';
import { SentShopDetails, SettingsInput } from '../../../../contract/settings.ts';
import { SynonymGroups } from '../../../../contract/synonyms.ts';
import { isRecord } from '../../../../contract/values.ts';
import { addBrand, changeBrand } from '../../catalog/brands/brand.service.ts';
import { findCategory } from '../../catalog/categories/category.repository.ts';
import { addCategory, changeCategory } from '../../catalog/categories/category.service.ts';
import { listExistingIds } from '../../catalog/categories/pins.repository.ts';
import { changeCategoryPins } from '../../catalog/categories/pins.service.ts';
import { findCollectionBySlug } from '../../catalog/collections/collection.repository.ts';
import { addCollection, changeCollection } from '../../catalog/collections/collection.service.ts';
import { findMakers } from '../../catalog/safety/safety.repository.ts';
import { updateSearchPins } from '../../catalog/search/search-pins.service.ts';
import { updateSynonyms } from '../../catalog/search/synonyms.service.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { findPageBySlug } from '../../content/pages/page.repository.ts';
import { addPage, changePage, updateContentPage } from '../../content/pages/page.service.ts';
import { planValues } from '../../fields/field-values.service.ts';
import { updateShippingSettings, updateTaxSettings } from '../../pricing/pricing-settings.service.ts';
import { updateFeedSettings } from '../../settings/feed-settings.service.ts';
import { updateNotifications } from '../../settings/notifications.service.ts';
import { updatePriceNotes } from '../../settings/price-notes.service.ts';
import { updateSettings } from '../../settings/settings.service.ts';
import { updateShopDetails } from '../../settings/shop-details.service.ts';
import type { Row } from './version.repository.ts';
import { type Context, createNotRestorable, getVersion, hasFiles, listChanges, pick, type VersionPlan } from './version-plan.ts';

/** Earlier versions of categories and pages. */
/** Earlier versions of settings, and of the texts that are stored as settings. */

type Save = (context: Context, version: number) => Promise<unknown>;

/** Null if an earlier release stored it in another form. */
function prepare<Schema extends Type.TSchema>(
  schema: Schema,
  value: unknown,
  save: (context: Context, value: Type.Static<Schema>, version: number) => Promise<unknown>,
): Save | null {
  return Check(schema, value) ? (context, version) => save(context, value, version) : null;
}

const saveText = (name: 'about' | 'contact' | 'policy') => (value: unknown) =>
  prepare(Type.Object({ text: Type.String() }), value, (context, { text }, version) => updateContentPage(context, name, text, version));

/** Each is saved by the same function as its form. */
const SAVES: Record<RestorableSetting, (value: unknown) => Save | null> = {
  shop: (value) => prepare(SettingsInput, value, updateSettings),
  'shop-details': (value) => prepare(SentShopDetails, value, updateShopDetails),
  shipping: (value) => prepare(ShippingSettings, value, updateShippingSettings),
  'price-notes': (value) => prepare(PriceNotesInput, value, updatePriceNotes),
  tax: (value) => prepare(TaxSettings, value, updateTaxSettings),
  synonyms: (value) =>
    prepare(Type.Object({ groups: SynonymGroups }), value, (context, { groups }, version) => updateSynonyms(context, groups, version)),
  'private:feeds': (value) => prepare(FeedSettings, value, updateFeedSettings),
  'search-pins': (value) =>
    prepare(Type.Object({ searches: PinnedSearches }), value, (context, { searches }, version) =>
      updateSearchPins(context, searches, version),
    ),
  'private:notifications': (value) => prepare(Notifications, value, updateNotifications),
  'text:about': saveText('about'),
  'text:contact': saveText('contact'),
  'text:policy': saveText('policy'),
};

export async function planSetting(_context: Context, key: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['value']);
  const save = isRestorableSetting(key) ? SAVES[key](next.value) : null;
  if (!save) throw createNotRestorable('That version has a form that this setting no longer has');
  // A setting that isn't stored has its defaults, as version 0.
  const version = getVersion(current) ?? 0;
  return { version, changes: listChanges(current, next), kept: [], imageIds: [], write: (context) => save(context, version) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);

const toValues = (value: unknown): CustomFields | null => (isRecord(value) ? (value as CustomFields) : null);

export async function planCategory({ db, images }: Context, id: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['name', 'description', 'image_id', 'image_alt', 'parent_id', 'custom', 'google_category', 'pinned_ids']);
  const fields = await planValues(db, 'category', toValues(next.custom), toValues(current?.custom));
  next.custom = fields.next;
  const wasPinned = texts(next.pinned_ids);
  const existing = await listExistingIds(db, wasPinned);
  const pinnedIds = wasPinned.filter((it) => existing.has(it));
  next.pinned_ids = current || pinnedIds.length ? pinnedIds : null;
  const isOrphan = next.parent_id !== null && !(await findCategory(db, text(next.parent_id)));
  if (isOrphan) next.parent_id = current?.parent_id ?? null;
  const imageId = text(next.image_id);
  const isNewImage = imageId !== '' && imageId !== current?.image_id;
  const isGone = isNewImage && !(await hasFiles(images, imageId));
  if (isGone) Object.assign(next, { image_id: current?.image_id ?? null, image_alt: current?.image_alt ?? '' });
  const shownId = text(next.image_id);
  const input = {
    name: text(next.name),
    description: text(next.description),
    image: shownId ? { url: imageUrl(shownId), alt: text(next.image_alt) } : null,
    parent: text(next.parent_id) || null,
    googleCategory: text(next.google_category),
    ...(fields.sent && { customFields: fields.sent }),
  };
  const version = getVersion(current);
  return {
    version,
    changes: listChanges(current, next),
    kept: [
      ...(isGone ? [{ field: 'image', reason: 'gone' as const }] : []),
      ...(isOrphan ? [{ field: 'parent_id', reason: 'gone' as const }] : []),
      ...(fields.isCut ? [{ field: 'custom', reason: 'gone' as const }] : []),
      ...(pinnedIds.length < wasPinned.length ? [{ field: 'pinned_ids', reason: 'gone' as const }] : []),
    ],
    imageIds: isNewImage && !isGone ? [imageId] : [],
    write: async (context) => {
      await (version === null ? addCategory(context, { id, ...input }) : changeCategory(context, id, { ...input, version }));
      await changeCategoryPins(context, id, pinnedIds);
    },
  };
}

export async function planBrand({ images, db }: Context, id: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['name', 'description', 'image_id', 'image_alt', 'maker']);
  const imageId = text(next.image_id);
  const isNewImage = imageId !== '' && imageId !== current?.image_id;
  const isGone = isNewImage && !(await hasFiles(images, imageId));
  if (isGone) Object.assign(next, { image_id: current?.image_id ?? null, image_alt: current?.image_alt ?? '' });
  const shownId = text(next.image_id);
  const maker = text(next.maker);
  const isMakerGone = maker !== '' && !(await findMakers(db, [maker], false)).has(maker);
  if (isMakerGone) next.maker = current?.maker ?? null;
  const input = {
    name: text(next.name),
    description: text(next.description),
    image: shownId ? { url: imageUrl(shownId), alt: text(next.image_alt) } : null,
    maker: text(next.maker) || null,
  };
  const version = getVersion(current);
  return {
    version,
    changes: listChanges(current, next),
    kept: [
      ...(isGone ? [{ field: 'image', reason: 'gone' as const }] : []),
      ...(isMakerGone ? [{ field: 'maker', reason: 'gone' as const }] : []),
    ],
    imageIds: isNewImage && !isGone ? [imageId] : [],
    write: (context) => (version === null ? addBrand(context, { id, ...input }) : changeBrand(context, id, { ...input, version })),
  };
}

export async function planPage({ db }: Context, id: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['title', 'slug', 'text', 'status', 'in_footer', 'footer_position', 'description']);
  if (!current) next.status = 'draft';
  const owner = await findPageBySlug(db, text(next.slug));
  const isTaken = owner !== null && owner.id !== id;
  // An empty slug leaves it unchanged, or is made from the title.
  if (isTaken) next.slug = current?.slug ?? '';
  const { in_footer: inFooter, footer_position: footerPosition, ...rest } = next;
  const input = { ...rest, inFooter, footerPosition };
  if (!isPageInput(input)) throw createNotRestorable('That version has a form that pages no longer have');
  const version = getVersion(current);
  return {
    version,
    changes: listChanges(current, next),
    kept: isTaken ? [{ field: 'slug', reason: 'taken' }] : [],
    imageIds: [],
    write: (context) => (version === null ? addPage(context, input, id) : changePage(context, id, input, version)),
  };
}

/** Products and categories that are gone stay in it: a collection shows what there is. */
export async function planCollection({ db, images }: Context, id: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const columns = [
    'title',
    'slug',
    'text',
    'image_id',
    'image_alt',
    'is_published',
    'is_in_menu',
    'sort',
    'rule',
    'product_ids',
    'seo_title',
    'seo_description',
  ];
  const next = pick(before, columns);
  if (!current) next.is_published = false;
  const owner = await findCollectionBySlug(db, text(next.slug));
  const isTaken = owner !== null && owner.id !== id;
  // An empty slug leaves it unchanged, or is made from the title.
  if (isTaken) next.slug = current?.slug ?? '';
  const imageId = text(next.image_id);
  const isNewImage = imageId !== '' && imageId !== current?.image_id;
  const isGone = isNewImage && !(await hasFiles(images, imageId));
  if (isGone) Object.assign(next, { image_id: current?.image_id ?? null, image_alt: current?.image_alt ?? '' });
  const known = new Set([...texts(current?.product_ids), ...(await listExistingIds(db, texts(next.product_ids)))]);
  const products = texts(next.product_ids).filter((it) => known.has(it));
  const isLess = products.length < texts(next.product_ids).length;
  next.product_ids = products;
  const shownId = text(next.image_id);
  const input = {
    title: next.title,
    slug: next.slug,
    text: next.text,
    image: shownId ? { url: imageUrl(shownId), alt: text(next.image_alt) } : null,
    isPublished: next.is_published,
    // Absent in what was recorded before there was a menu of collections.
    ...(next.is_in_menu !== undefined && { isInMenu: next.is_in_menu }),
    sort: next.sort,
    rule: next.rule,
    products,
    seoTitle: next.seo_title,
    seoDescription: next.seo_description,
  };
  if (!isCollectionInput(input)) throw createNotRestorable('That version has a form that collections no longer have');
  const version = getVersion(current);
  return {
    version,
    changes: listChanges(current, next),
    kept: [
      ...(isTaken ? [{ field: 'slug', reason: 'taken' as const }] : []),
      ...(isGone ? [{ field: 'image', reason: 'gone' as const }] : []),
      ...(isLess ? [{ field: 'product_ids', reason: 'gone' as const }] : []),
    ],
    imageIds: isNewImage && !isGone ? [imageId] : [],
    write: (context) => (version === null ? addCollection(context, input, id) : changeCollection(context, id, input, version)),
  };
}

const isCollectionInput = (value: unknown): value is CollectionInput => Check(CollectionSchema, value);
const isPageInput = (value: unknown): value is PageInput => Check(PageSchema, value);
