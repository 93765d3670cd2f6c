/** Lists of licence keys: how many are left, and more of them, pasted one a line. */
import { type ChangeEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  addLicenseKeys,
  createKeyList,
  deleteKeyList,
  exportLicenseKeys,
  type LicenseKeyList,
  updateKeyList,
} from '../../../contract/downloads.ts';
import { LICENSE_KEYS_TEXT_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { ActionButton, CheckboxGroup } from '../parts/controls.tsx';
import { parseNumber } from '../parts/values.ts';
import { useTeamRole } from '../team/team-role.tsx';
import { productDownloads as words } from './messages.ts';

/** A variant as people read it. */
export interface NamedVariant {
  id: string;
  name: string;
}

/** Of hundreds, the names would be a wall of text: the others are counted. */
const NAMED_VARIANTS = 5;

/** With which variants it comes; nothing for a product without. */
export function VariantNote({ chosen, variants }: { chosen: readonly string[]; variants: readonly NamedVariant[] }) {
  if (!variants.length) return null;
  const names = variants.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const shown = names.slice(0, NAMED_VARIANTS).join('; ');
  const more = Math.max(0, names.length - NAMED_VARIANTS);
  return <p className="text-small text-soft">{shown ? words.withVariants(shown, more) : words.allVariants}</p>;
}

interface KeyListsProps {
  product: string;
  lists: LicenseKeyList[];
  variants: NamedVariant[];
  reload: () => Promise<void>;
}

type Opened = { kind: 'add' | 'edit' | 'remove'; list: LicenseKeyList };

export function KeyLists({ product, lists, variants, reload }: KeyListsProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const isOwner = useTeamRole() === 'owner';
  const create = async () => {
    try {
      await api(createKeyList, { params: { product }, body: {} });
    } catch (error) {
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
    await reload();
  };
  return (
    <section aria-label={words.keys} className="grid gap-3 border-t border-line pt-5">
      <h2 className="text-base font-[560] tracking-normal">{words.keys}</h2>
      {lists.map((list) => (
        <div key={list._id} className="grid gap-2">
          <p className="tabular-nums">{words.counts(list.free, list.sold)}</p>
          <VariantNote chosen={list.variants} variants={variants} />
          {list.owed > 0 && <p className="rounded-control bg-caution/8 p-3 text-small text-caution">{words.owed(list.owed)}</p>}
          <div className="flex flex-wrap gap-2">
            <ActionButton variant="secondary" size="small" onClick={() => setOpened({ kind: 'add', list })}>
              {words.addKeys}
            </ActionButton>
            <ActionButton variant="quiet" size="small" onClick={() => setOpened({ kind: 'edit', list })}>
              {words.edit}
            </ActionButton>
            {isOwner && list.free + list.sold > 0 && (
              <DownloadButton size="small" fileName={words.keysFileName} load={() => api(exportLicenseKeys, { params: { id: list._id } })}>
                {words.exportKeys}
              </DownloadButton>
            )}
            <ActionButton variant="danger-quiet" size="small" onClick={() => setOpened({ kind: 'remove', list })}>
              {words.remove}
            </ActionButton>
          </div>
        </div>
      ))}
      {(!lists.length || variants.length > 0) && (
        <div>
          <ActionButton variant="secondary" size={lists.length ? 'small' : 'medium'} onClick={() => void create()}>
            {lists.length ? words.anotherList : words.sellKeys}
          </ActionButton>
          {!lists.length && <p className="mt-1.5 text-small text-soft">{words.noKeys}</p>}
        </div>
      )}
      {opened?.kind === 'add' && <AddDialog list={opened.list} reload={reload} close={close} />}
      {opened?.kind === 'edit' && <EditDialog list={opened.list} variants={variants} reload={reload} close={close} />}
      {opened?.kind === 'remove' && (
        <ConfirmActionDialog
          title={words.removeKeys}
          hint={words.removeKeysHint}
          confirmLabel={words.remove}
          onConfirm={async () => {
            await api(deleteKeyList, { params: { id: opened.list._id } });
            close();
            toast.success(words.removed);
            await reload();
          }}
          close={close}
        />
      )}
    </section>
  );
}

interface ListDialogProps {
  list: LicenseKeyList;
  reload: () => Promise<void>;
  close: () => void;
}

function AddDialog({ list, reload, close }: ListDialogProps) {
  const area = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  /** Its text, to be looked at before it is sent. */
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = (await target.files?.[0]?.text()) ?? '';
    target.value = '';
    const keys = area.current?.querySelector('textarea');
    if (text.length > LICENSE_KEYS_TEXT_MAX_LENGTH) toast.error(words.keyFileTooLarge);
    else if (keys && text) keys.value = text;
  };
  const form = useForm({
    onSubmit: async (values) => {
      const { added, known } = await api(addLicenseKeys, { params: { id: list._id }, body: { keys: readField(values, 'keys') } });
      toast.success(words.added(added, known));
      close();
      await reload();
      return 'leave';
    },
  });
  return (
    <Dialog title={words.addKeys} close={close} closeLabel={common.close}>
      <Form state={form}>
        <div>
          <input
            ref={file}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-label={words.keyFile}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => void readFile(event)}
          />
          <ActionButton variant="secondary" size="small" onClick={() => file.current?.click()}>
            {words.keyFile}
          </ActionButton>
        </div>
        <div ref={area}>
          <TextArea
            label={words.paste}
            name="keys"
            hint={words.pasteHint}
            error={form.errors.keys}
            rows={10}
            maxLength={LICENSE_KEYS_TEXT_MAX_LENGTH}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
        <SubmitButton state={form}>{words.addKeys}</SubmitButton>
      </Form>
    </Dialog>
  );
}

function EditDialog({ list, variants, reload, close }: ListDialogProps & { variants: NamedVariant[] }) {
  const form = useForm({
    onSubmit: async (values) => {
      const body = {
        lowAt: parseNumber(readField(values, 'lowAt')) ?? Number.NaN,
        ...(variants.length > 0 && { variants: values.getAll('variants').map(String) }),
        version: list.version,
      };
      await api(updateKeyList, { params: { id: list._id }, body });
      toast.success(words.saved);
      close();
      await reload();
      return 'leave';
    },
  });
  return (
    <Dialog title={words.keys} close={close} closeLabel={common.close}>
      <Form state={form}>
        <TextField
          label={words.lowAt}
          name="lowAt"
          defaultValue={list.lowAt}
          error={form.errors.lowAt}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        {variants.length > 0 && (
          <CheckboxGroup
            legend={words.variants}
            hint={words.variantsHint}
            find={words.findVariants}
            name="variants"
            options={variants.map(({ id, name }) => ({ value: id, label: name, isChecked: list.variants.includes(id) }))}
          />
        )}
        <SubmitButton state={form}>{words.save}</SubmitButton>
      </Form>
    </Dialog>
  );
}
