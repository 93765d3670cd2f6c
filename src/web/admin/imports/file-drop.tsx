/** Where a product file is chosen or dropped; it is uploaded at once, with its progress. */

import { type DragEvent, useId, useRef, useState } from 'react';
import { cutText } from '../../../contract/cut-text.ts';
import { IMPORT_MAX_BYTES, IMPORT_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { uploadProductImport } from '../../../contract/product-import.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ImportIcon } from '../../kit/nav-icons.tsx';
import { Progress } from '../../kit/status.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { useUpload } from '../product-form/use-upload.ts';
import { productImport as words } from './messages.ts';

/** Why a file isn't uploaded, because the server would refuse it. */
function refuseFile(file: File): string | null {
  if (file.size === 0) return words.empty;
  if (file.size > IMPORT_MAX_BYTES) return words.tooLarge(IMPORT_MAX_BYTES);
  return /\.(xlsx?|numbers|ods|zip|pdf|json|xml|png|jpe?g|webp|gif)$/i.test(file.name) ? words.notCsv : null;
}

/** The body of an upload is the file as it is. */
function withFile(init: RequestInit, file: File): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('content-type', 'text/csv');
  return { ...init, headers, body: file };
}

export function FileDrop({ onUploaded }: { onUploaded: (id: string) => void }) {
  const id = useId();
  const refusal = useRefusal();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload();
  const [error, setError] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [isDragOver, setIsDragOver] = useState(false);
  const isBusy = upload.progress !== null;

  const send = async (files: FileList | null) => {
    const [file, other] = files ?? [];
    if (!file || isBusy || refusal) return;
    const problem = other ? words.oneFile : refuseFile(file);
    setError(problem);
    if (problem === null) {
      setName(file.name);
      try {
        const query = { fileName: cutText(file.name, IMPORT_NAME_MAX_LENGTH) };
        const reply = await upload.run(({ fetcher, signal }) =>
          api(uploadProductImport, { query, fetcher: (path, init) => fetcher(path, withFile(init, file)), signal }),
        );
        if (reply) return onUploaded(reply.import._id);
      } catch (thrown) {
        setError(thrown instanceof Error ? thrown.message : common.serverError);
      }
    }
    // So that the same file can be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    void send(event.dataTransfer.files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file input inside
    <div
      onDrop={handleDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      className={classNames(
        'relative flex min-h-52 flex-col items-center justify-center gap-3 rounded-card border border-dashed px-5 py-8 text-center',
        isDragOver ? 'border-accent bg-accent-ground' : 'border-edge bg-raised',
      )}
    >
      {isBusy ? (
        <div className="flex w-full max-w-form flex-col gap-3">
          <p role="status" className="wrap-anywhere">
            {(upload.progress ?? 0) < 1 ? words.uploading : words.uploaded} <bdi className="font-[560]">{name}</bdi>
          </p>
          <Progress label={words.uploading} value={(upload.progress ?? 0) < 1 ? upload.progress : null} />
          <Button variant="secondary" className="self-center" onClick={upload.cancel}>
            {common.cancel}
          </Button>
        </div>
      ) : (
        <>
          <span className="flex size-12 items-center justify-center rounded-full bg-accent-ground text-accent">
            <ImportIcon size={22} />
          </span>
          <input
            ref={input}
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            disabled={refusal !== null}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={(event) => void send(event.target.files)}
            className="peer absolute bottom-4 left-4 size-px opacity-0"
          />
          <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 peer-focus-visible:[&>label]:outline-2">
            <label
              htmlFor={id}
              title={refusal ?? undefined}
              className={classNames('button button-primary outline-offset-2 outline-accent', refusal && 'opacity-55')}
            >
              {words.choose}
            </label>
            <span className="text-soft">{words.drop}</span>
          </p>
          <p id={`${id}-hint`} className="text-small text-soft">
            {words.dropHint(IMPORT_MAX_BYTES)}
          </p>
        </>
      )}
      <p id={`${id}-error`} role="alert" className="text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
