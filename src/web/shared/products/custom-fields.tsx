/** Values of the merchant's fields as customers read them. */
import type { ReactNode } from 'react';
import type { CustomFields, CustomValue, LinkedFile, LinkedProduct, ShownField } from '../../../contract/custom-field-values.ts';
import { Link } from '../../kit/link.tsx';
import { formatDay, getPriceLocale } from '../format.ts';
import { formatBytes } from '../messages/downloads.ts';
import { customFields as words } from '../messages/storefront.ts';

const LINK = 'underline decoration-edge underline-offset-4 hover:text-accent wrap-anywhere';

/** `https://example.com/size-chart` as `example.com/size-chart`. */
const toLinkText = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

function FieldValue({
  type,
  value,
  linked,
  files,
}: {
  type: ShownField['type'];
  value: CustomValue;
  linked: readonly LinkedProduct[];
  files: readonly LinkedFile[];
}): ReactNode {
  const text = String(value);
  switch (type) {
    case 'boolean':
      return value ? words.yes : words.no;
    case 'number':
      return Number(value).toLocaleString(getPriceLocale(), { maximumFractionDigits: 6 });
    case 'date':
      return <time dateTime={text}>{formatDay(text)}</time>;
    case 'color':
      return (
        <span className="inline-flex items-center gap-2">
          <span className="size-4.5 shrink-0 rounded-full border border-edge" style={{ backgroundColor: text }} />
          {text}
        </span>
      );
    case 'url':
      return (
        <a href={text} target="_blank" rel="noopener noreferrer nofollow" className={LINK}>
          {toLinkText(text)}
        </a>
      );
    case 'product': {
      const product = linked.find(({ _id }) => _id === text);
      return (
        product && (
          <Link to={`/product/${product.slug}`} className={LINK}>
            <bdi>{product.name}</bdi>
          </Link>
        )
      );
    }
    case 'file': {
      const file = files.find(({ url }) => url === text);
      return (
        file && (
          <>
            <a href={file.url} target="_blank" rel="noopener" className={LINK}>
              <bdi>{file.name}</bdi>
            </a>{' '}
            <span className="whitespace-nowrap text-small text-soft">{formatBytes(file.bytes)}</span>
          </>
        )
      );
    }
    default:
      return <span className="whitespace-pre-line wrap-anywhere">{text}</span>;
  }
}

interface Row {
  key: string;
  name: string;
  value: ReactNode;
}

interface Shown {
  shownFields?: readonly ShownField[] | undefined;
  linkedProducts?: readonly LinkedProduct[] | undefined;
  linkedFiles?: readonly LinkedFile[] | undefined;
}

/** Whether a value can be shown: what it names may be gone. */
const isThere = (type: ShownField['type'], value: CustomValue, { linkedProducts = [], linkedFiles = [] }: Shown): boolean =>
  (type !== 'product' || linkedProducts.some(({ _id }) => _id === value)) &&
  (type !== 'file' || linkedFiles.some(({ url }) => url === value));

/** A row for each field that has a value, in the merchant's order. A product or a file that is no longer in the shop isn't named. */
export function toFieldRows(shown: Shown, values: { [Owner in ShownField['owner']]?: CustomFields | undefined }): Row[] {
  const { shownFields = [], linkedProducts = [], linkedFiles = [] } = shown;
  return shownFields.flatMap(({ owner, key, name, type }) => {
    const value = values[owner]?.[key];
    if (value === undefined || !isThere(type, value, shown)) return [];
    return [{ key: `${owner} ${key}`, name, value: <FieldValue type={type} value={value} linked={linkedProducts} files={linkedFiles} /> }];
  });
}

export function FieldList({ rows, className }: { rows: readonly Row[]; className?: string }) {
  return (
    <dl className={`grid grid-cols-[2fr_3fr] gap-x-6 gap-y-2 ${className ?? ''}`}>
      {rows.map(({ key, name, value }) => (
        <div key={key} className="contents">
          <dt dir="auto" className="min-w-0 text-left text-soft">
            {name}
          </dt>
          <dd dir="auto" className="min-w-0 text-left">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
