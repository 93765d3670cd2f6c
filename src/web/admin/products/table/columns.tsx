/** The columns of the table of products. */
import type { ReactNode } from 'react';
import type { TableProduct, TableSort } from '../../../../contract/product-table.ts';
import { countOnHand } from '../../../../contract/stock-policy.ts';
import type { Column } from '../../../kit/data-table.tsx';
import { ChevronIcon } from '../../../kit/icons.tsx';
import { Link } from '../../../kit/link.tsx';
import { Badge, type BadgeTone } from '../../../kit/status.tsx';
import { formatCount, formatDate, formatPrice } from '../../../shared/format.ts';
import { bundle } from '../../../shared/messages/bundle.ts';
import { product as productWords } from '../../../shared/messages/home.ts';
import { productPage } from '../../../shared/messages/storefront.ts';
import { PriceAmount } from '../../../shared/products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../../../shared/products/product-image.tsx';
import { nameTaxClass } from '../../parts/tax-classes.tsx';
import { toPriceInput } from '../../parts/values.ts';
import { productForm } from '../../product-form/messages.ts';
import { stockPolicy } from '../../stock-policy/messages.ts';
import { productTable as words } from '../messages.ts';
import type { ProductSelection } from './bulk-bar.tsx';
import { bulkEdit } from './bulk-edit-messages.ts';
import { EditableCell, type RowEdits } from './editable-cell.tsx';
import { buildTableUrl, type TableView } from './filter-form.tsx';

/** Columns that can be left out and reordered; the product itself is always there. */
export const TABLE_COLUMNS = [
  ...(['sku', 'category', 'status', 'price', 'stock', 'added'] as const),
  ...(['brand', 'vendor', 'tags', 'cost', 'margin', 'barcode', 'condition', 'taxClass', 'minimumAge'] as const),
  ...(['handlingDays', 'maker', 'customFields'] as const),
];
/** Those of a table that nobody has arranged. */
export const DEFAULT_COLUMNS = TABLE_COLUMNS.slice(0, 6);
type TableColumn = (typeof TABLE_COLUMNS)[number];

export const STATUS_TONES: Record<TableProduct['status'], BadgeTone> = {
  active: 'good',
  scheduled: 'caution',
  draft: 'caution',
  ended: 'quiet',
  archived: 'quiet',
};

/** What a column's header sorts by, first and then the other way round. */
const SORTS: Partial<Record<TableColumn | 'product', [TableSort, TableSort]>> = {
  product: ['name', 'name-down'],
  price: ['price-up', 'price-down'],
  added: ['newest', 'oldest'],
};
const FALLING: ReadonlySet<TableSort> = new Set<TableSort>(['name-down', 'price-down', 'newest']);

function sortBy(column: TableColumn | 'product', header: string, view: TableView): Pick<Column<TableProduct>, 'head' | 'sorted'> {
  const sorts = SORTS[column];
  if (!sorts) return {};
  const isSorted = sorts.includes(view.sort);
  const isFalling = FALLING.has(view.sort);
  const next = view.sort === sorts[0] ? sorts[1] : sorts[0];
  return {
    sorted: isSorted ? (isFalling ? 'descending' : 'ascending') : undefined,
    head: (
      <Link
        to={buildTableUrl({ ...view, sort: next })}
        preventScrollReset
        className="inline-flex min-h-9 items-center gap-1 hover:text-ink"
      >
        {header}
        {isSorted && <ChevronIcon size={12} className={isFalling ? '' : 'rotate-180'} />}
      </Link>
    ),
  };
}

interface ColumnOptions {
  view: TableView;
  /** In their order. */
  shown: readonly TableColumn[];
  categoryNames: Map<string, string>;
  edits: RowEdits;
  selection: ProductSelection;
  /** Ids of the products on the current page. */
  ids: string[];
}

/** The price, with the one before a sale. The saved percentage is shown only to customers. */
/** The price, and that before a sale as it was entered, whatever the shop shows of it. */
export function Price({ product, hasSaving }: { product: TableProduct; hasSaving?: boolean }) {
  const { price, compareAtPrice } = product;
  return (
    <>
      <PriceAmount product={product} />
      {compareAtPrice !== null && compareAtPrice > price && (
        <>
          {' '}
          <s className="price-before">
            <span className="sr-only">{productWords.priceBefore} </span>
            {formatPrice(compareAtPrice)}
          </s>
          {hasSaving && <span className="saving"> {productWords.save(Math.floor((1 - price / compareAtPrice) * 100 + 1e-9))}</span>}
        </>
      )}
    </>
  );
}

function PriceCell({ product, edits }: { product: TableProduct; edits: RowEdits }) {
  if (product.hasOptions) return <VariantsCell product={product}>{<Price product={product} />}</VariantsCell>;
  return (
    <EditableCell
      value={toPriceInput(product.price)}
      editLabel={words.changePrice(product.name)}
      inputLabel={words.priceOf(product.name)}
      save={(typed) => edits.savePrice(product, typed)}
    >
      <Price product={product} />
    </EditableCell>
  );
}

function StockCell({ product, edits }: { product: TableProduct; edits: RowEdits }) {
  const there = product.isBundle ? product.quantity : countOnHand(product);
  const count = (
    <>
      <span className={product.quantity === 0 ? 'text-danger' : undefined}>{formatCount(there)}</span>
      {product.stock && product.stock.policy !== 'counted' && (
        <span className="block text-small text-soft">{stockPolicy.names[product.stock.policy]}</span>
      )}
    </>
  );
  if (product.hasOptions || product.isBundle) return <VariantsCell product={product}>{count}</VariantsCell>;
  return (
    <EditableCell
      value={String(there)}
      editLabel={words.changeStock(product.name)}
      inputLabel={words.stockOf(product.name)}
      save={(typed) => edits.saveStock(product, typed)}
    >
      {count}
    </EditableCell>
  );
}

/** A product with options, or a bundle: its variants, or its parts, are changed in its form. */
function VariantsCell({ product, children }: { product: TableProduct; children: ReactNode }) {
  const hint = product.isBundle ? bundle.inTable : words.inForm;
  return (
    <Link
      to={`/dashboard/admin/update-product/${product.slug}`}
      title={hint}
      className="relative underline decoration-dotted decoration-edge underline-offset-4"
    >
      {children}
      <span className="sr-only"> {hint}</span>
    </Link>
  );
}

const toText = (read: (product: TableProduct) => string | undefined): Pick<Column<TableProduct>, 'cell'> => ({
  cell: (product) => <bdi className="inline-block max-w-40 wrap-anywhere">{read(product) ?? '–'}</bdi>,
});
const toNumber = (read: (product: TableProduct) => string | undefined): Omit<Column<TableProduct>, 'header'> => ({
  isEndAligned: true,
  cell: (product) => <span className="whitespace-nowrap">{read(product) ?? '–'}</span>,
});

export function buildColumns({ view, shown, categoryNames, edits, selection, ids }: ColumnOptions): Column<TableProduct>[] {
  // Words stay whole where there is room: from md to lg the navigation takes it.
  const cells: Record<TableColumn, Omit<Column<TableProduct>, 'header'>> = {
    sku: { cell: ({ sku }) => <bdi className="inline-block wrap-anywhere min-[48rem]:max-md:min-w-18 lg:min-w-18">{sku ?? '–'}</bdi> },
    category: {
      cell: ({ category, furtherCategories = [] }) => (
        <bdi
          className="inline-block wrap-anywhere min-[48rem]:max-md:min-w-24 lg:min-w-24"
          title={furtherCategories.map((id) => categoryNames.get(id) ?? '–').join(', ') || undefined}
        >
          {categoryNames.get(category) ?? '–'}
          {furtherCategories.length > 0 && <span className="text-soft"> {words.moreCategories(furtherCategories.length)}</span>}
        </bdi>
      ),
    },
    status: { cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{productForm.statuses[status]}</Badge> },
    price: { isEndAligned: true, cell: (product) => <PriceCell product={product} edits={edits} /> },
    stock: { isEndAligned: true, cell: (product) => <StockCell product={product} edits={edits} /> },
    brand: toText(({ brand }) => brand),
    vendor: toText(({ vendor }) => vendor),
    tags: toText(({ tags }) => tags?.join(', ')),
    barcode: toText(({ barcode }) => barcode),
    taxClass: toText(({ taxClass }) => taxClass && nameTaxClass(taxClass)),
    minimumAge: toNumber(({ minimumAge }) => (minimumAge === undefined ? undefined : `${minimumAge}+`)),
    handlingDays: toText(({ handlingDays }) => handlingDays),
    maker: toText(({ maker }) => maker),
    condition: toText(({ condition }) => condition && productPage.conditions[condition]),
    cost: toNumber(({ cost }) => (cost === undefined ? undefined : formatPrice(cost))),
    margin: toNumber(({ margin }) => (margin === undefined ? undefined : `${margin}%`)),
    customFields: {
      isForWideTables: true,
      cell: ({ customFields = {} }) => (
        <ul className="grid min-w-32 text-small">
          {Object.entries(customFields).map(([key, value]) => (
            <li key={key} className="line-clamp-1 wrap-anywhere">
              <span className="text-soft">{key}:</span>{' '}
              <bdi>{typeof value === 'boolean' ? (value ? productForm.yes : productForm.no) : value}</bdi>
            </li>
          ))}
        </ul>
      ),
    },
    added: {
      isForWideTables: true,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDate(createdAt)}
        </time>
      ),
    },
  };
  const name = sortBy('product', words.product, view);
  return [
    {
      header: words.product,
      sorted: name.sorted,
      head: (
        <span className="flex items-center gap-3">
          <Checkbox
            label={bulkEdit.selectPage}
            isChecked={ids.length > 0 && ids.every(selection.has)}
            onChange={(isChecked) => selection.toggle(ids, isChecked)}
          />
          {name.head}
        </span>
      ),
      cell: (product) => <ProductCell product={product} selection={selection} />,
    },
    ...shown.map((it) => ({ header: words.columnNames[it], ...sortBy(it, words.columnNames[it], view), ...cells[it] })),
  ];
}

function Checkbox({ label, isChecked, onChange }: { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  return (
    // A target larger than what is seen of it.
    <label className="-m-2.5 flex size-9 shrink-0 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}

function ProductCell({ product: { _id, name, image, slug, isBundle }, selection }: { product: TableProduct; selection: ProductSelection }) {
  return (
    <span className="flex min-w-40 items-center gap-3">
      <Checkbox label={bulkEdit.select(name)} isChecked={selection.has(_id)} onChange={(isChecked) => selection.toggle([_id], isChecked)} />
      <span className="size-10 shrink-0 overflow-hidden rounded-control">
        <ProductImage image={image} alt="" sizes={IMAGE_SIZES.thumbnail} />
      </span>
      <Link to={`/dashboard/admin/update-product/${slug}`} aria-label={words.editLabel(name)} className="min-w-0 hover:underline">
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{name}</bdi>
        {isBundle && <span className="block text-small text-soft">{bundle.legend}</span>}
      </Link>
    </span>
  );
}
