/** What a product consists of that nobody ships. Saved at once, not with the product's form: an upload takes longer than a form is open. */
import { listDownloads } from '../../../contract/downloads.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import { describeOptions } from '../../../contract/product-fields.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { FormSection } from '../product-form/form-section.tsx';
import { FileList } from './file-list.tsx';
import { KeyLists } from './key-lists.tsx';
import { productDownloads as words } from './messages.ts';

export function ProductDownloads({ product }: { product: AdminProduct }) {
  const { _id, shipping, options = [], variants = [] } = product;
  const loaded = useLoad(`downloads of ${_id}`, (it, signal) => it(listDownloads, { params: { product: _id }, signal }));
  if (!loaded.data) return null;
  const { files, keyLists } = loaded.data;
  const isUsed = files.length > 0 || keyLists.length > 0;
  const named = variants.map((it) => ({ id: it._id, name: describeOptions(options, it.options) }));
  return (
    <div className="mt-5 max-w-text">
      <FormSection title={words.title} hint={words.hint} isUsed={isUsed} hasError={false}>
        {isUsed && shipping === 1 && <p className="rounded-control bg-caution/8 p-3 text-small text-caution">{words.isShipped}</p>}
        <FileList product={_id} files={files} variants={named} reload={loaded.reload} />
        <KeyLists product={_id} lists={keyLists} variants={named} reload={loaded.reload} />
      </FormSection>
    </div>
  );
}
