/** A product's files: added, in their order, and deleted. */
import { type ChangeEvent, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type DownloadFile, deleteDownload, updateDownload } from '../../../contract/downloads.ts';
import { DOWNLOAD_MAX_BYTES } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Progress } from '../../kit/status.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { formatBytes } from '../../shared/messages/downloads.ts';
import { ActionButton, CheckboxGroup } from '../parts/controls.tsx';
import { useUpload } from '../parts/upload.tsx';
import { type NamedVariant, VariantNote } from './key-lists.tsx';
import { productDownloads as words } from './messages.ts';
import { uploadFile } from './upload-file.ts';

interface FileListProps {
  product: string;
  files: DownloadFile[];
  variants: NamedVariant[];
  reload: () => Promise<void>;
}

const say = (error: unknown) => toast.error(error instanceof Error ? error.message : common.serverError);

export function FileList({ product, files, variants, reload }: FileListProps) {
  const upload = useUpload();
  const [uploading, setUploading] = useState('');
  const [edited, setEdited] = useState<DownloadFile | null>(null);
  const [removed, setRemoved] = useState<DownloadFile | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const add = async (file: File) => {
    if (!file.size || file.size > DOWNLOAD_MAX_BYTES) {
      toast.error(file.size ? words.tooLarge : words.empty);
      return;
    }
    const begun = files.find(({ isReady, name, bytes }) => !isReady && name === file.name && bytes === file.size) ?? null;
    setUploading(file.name);
    try {
      const done = await upload.run((request) => uploadFile(product, file, begun, request).then(() => true));
      toast[done ? 'success' : 'error'](done ? words.uploaded : words.cancelled);
    } catch (error) {
      say(error);
    }
    await reload();
  };
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) void add(file);
    // The same file can be chosen again.
    target.value = '';
  };
  const move = async ({ _id: id }: DownloadFile, position: number) => {
    await api(updateDownload, { params: { id }, body: { position } }).catch(say);
    await reload();
  };

  return (
    <div className="grid gap-3">
      {files.length > 0 && (
        <ul className="-mt-3 divide-y divide-line border-b border-line">
          {files.map((file, index) => (
            <li key={file._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-40">
                <p className="font-[560] wrap-anywhere">
                  <bdi>{file.name}</bdi>
                </p>
                <p className="tabular-nums text-small text-soft">{formatBytes(file.bytes)}</p>
                <VariantNote chosen={file.variants} variants={variants} />
                {!file.isReady && upload.progress === null && <p className="text-small text-caution">{words.resume}</p>}
              </div>
              <div className="-mx-1 flex flex-wrap items-center">
                {files.length > 1 && (
                  <>
                    <MoveButton label={words.up(file.name)} isUp isDisabled={index === 0} onClick={() => void move(file, index - 1)} />
                    <MoveButton
                      label={words.down(file.name)}
                      isDisabled={index === files.length - 1}
                      onClick={() => void move(file, index + 1)}
                    />
                  </>
                )}
                <ActionButton variant="quiet" size="small" aria-label={words.editLabel(file.name)} onClick={() => setEdited(file)}>
                  {words.edit}
                </ActionButton>
                <ActionButton
                  variant="danger-quiet"
                  size="small"
                  aria-label={words.removeLabel(file.name)}
                  onClick={() => setRemoved(file)}
                >
                  {words.remove}
                </ActionButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      {upload.progress === null ? (
        <div>
          <input ref={input} type="file" aria-label={words.add} className="sr-only" tabIndex={-1} onChange={handleChange} />
          <ActionButton variant="secondary" onClick={() => input.current?.click()}>
            {words.add}
          </ActionButton>
          <p className="mt-1.5 text-small text-soft">{words.addHint}</p>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <div className="min-w-0 grow basis-48">
            <p role="status" className="mb-1.5 text-small wrap-anywhere">
              {words.uploading(uploading)}
            </p>
            <Progress label={words.uploading(uploading)} value={upload.progress} />
          </div>
          <Button variant="secondary" onClick={upload.cancel}>
            {common.cancel}
          </Button>
        </div>
      )}
      {edited && <EditDialog file={edited} variants={variants} reload={reload} close={() => setEdited(null)} />}
      {removed && (
        <ConfirmActionDialog
          title={words.removeFile(removed.name)}
          hint={words.removeFileHint}
          confirmLabel={words.remove}
          onConfirm={async () => {
            await api(deleteDownload, { params: { id: removed._id } });
            setRemoved(null);
            toast.success(words.removed);
            await reload();
          }}
          close={() => setRemoved(null)}
        />
      )}
    </div>
  );
}

interface MoveButtonProps {
  label: string;
  isUp?: boolean;
  isDisabled: boolean;
  onClick: () => void;
}

function MoveButton({ label, isUp = false, isDisabled, onClick }: MoveButtonProps) {
  return (
    <ActionButton variant="quiet" size="small" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <ChevronIcon className={isUp ? 'rotate-180' : ''} />
    </ActionButton>
  );
}

const LIMITS = ['downloads', 'days'] as const;

/** What is no number is refused by the server, under its field. */
const readLimit = (text: string): number | null => {
  const limit = Number(text);
  return text.trim() ? (Number.isNaN(limit) ? -1 : limit) : null;
};

interface EditDialogProps extends Pick<FileListProps, 'variants' | 'reload'> {
  file: DownloadFile;
  close: () => void;
}

function EditDialog({ file, variants, reload, close }: EditDialogProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const chosen = values.getAll('variants').map(String);
      const limits = { downloads: readLimit(readField(values, 'downloads')), days: readLimit(readField(values, 'days')) };
      const body = { name: readField(values, 'name'), ...limits, ...(variants.length > 0 && { variants: chosen }), version: file.version };
      await api(updateDownload, { params: { id: file._id }, body });
      toast.success(words.saved);
      close();
      await reload();
      return 'leave';
    },
  });
  return (
    <Dialog title={words.editLabel(file.name)} close={close} closeLabel={common.close}>
      <Form state={form}>
        <TextField label={words.name} name="name" defaultValue={file.name} error={form.errors.name} required autoComplete="off" />
        <div className="grid gap-5 sm:grid-cols-2">
          {LIMITS.map((name) => (
            <TextField
              key={name}
              label={words.limits[name]}
              hint={words.limitHint}
              name={name}
              inputMode="numeric"
              defaultValue={file[name] ?? ''}
              error={form.errors[name]}
              autoComplete="off"
            />
          ))}
        </div>
        {variants.length > 0 && (
          <CheckboxGroup
            legend={words.variants}
            hint={words.variantsHint}
            find={words.findVariants}
            name="variants"
            options={variants.map(({ id, name }) => ({ value: id, label: name, isChecked: file.variants.includes(id) }))}
          />
        )}
        <SubmitButton state={form}>{words.save}</SubmitButton>
      </Form>
    </Dialog>
  );
}
