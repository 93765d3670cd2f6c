/** A file for a field: uploaded at once, so that the form saves its address like any other value. */
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { type CustomField, FILE_KINDS, findFileKind, uploadFieldFile } from '../../../contract/custom-fields.ts';
import { FIELD_FILE_MAX_BYTES } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { Progress } from '../../kit/status.tsx';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from '../parts/controls.tsx';
import { useUpload, withBytes } from '../parts/upload.tsx';
import { toFieldName } from './field-texts.ts';
import { fileField as words } from './messages.ts';

const ACCEPT = Object.keys(FILE_KINDS)
  .map((it) => `.${it}`)
  .join(',');

/** What is wrong with it can be said before it is sent. */
function findProblem({ name, size }: File): string | null {
  if (!size) return words.empty;
  if (size > FIELD_FILE_MAX_BYTES) return words.tooLarge;
  return findFileKind(name) ? null : words.wrongKind;
}

interface FileInputProps {
  field: Pick<CustomField, 'key' | 'name' | 'help'>;
  /** Absent: that of a custom field. */
  inputName?: string;
  value: string;
  error: string | undefined;
}

export function FileInput({ field, inputName = toFieldName(field.key), value, error }: FileInputProps) {
  const upload = useUpload();
  const [file, setFile] = useState({ url: value, name: value.split('/').at(-1) ?? '' });
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = async (chosen: File) => {
    const found = findProblem(chosen);
    setProblem(found);
    if (found) return;
    try {
      const sent = await upload.run(({ fetcher, signal }) =>
        api(uploadFieldFile, { query: { name: chosen.name }, fetcher: withBytes(fetcher, chosen), signal }),
      );
      if (sent) setFile(sent.file);
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : common.serverError);
    }
  };
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen) void add(chosen);
    // The same file can be chosen again.
    target.value = '';
  };

  const shownError = problem ?? error;
  const label = file.url ? words.replace : words.choose;
  return (
    <fieldset className="flex flex-col gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-small font-[560]">{field.name}</legend>
      <input type="hidden" name={inputName} value={file.url} />
      {file.url && (
        <p className="flex min-h-11 items-center gap-1 rounded-control border border-line pl-3">
          <a href={file.url} target="_blank" rel="noopener" className="min-w-0 grow wrap-anywhere underline underline-offset-4">
            <bdi>{file.name}</bdi>
          </a>
          <button
            type="button"
            aria-label={words.remove(file.name)}
            onClick={() => setFile({ url: '', name: '' })}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-soft hover:text-ink"
          >
            <CloseIcon />
          </button>
        </p>
      )}
      {upload.progress === null ? (
        <div>
          <input
            ref={input}
            type="file"
            accept={ACCEPT}
            aria-label={`${field.name}: ${label}`}
            className="sr-only"
            tabIndex={-1}
            onChange={handleChange}
          />
          <ActionButton variant="secondary" size="small" onClick={() => input.current?.click()}>
            {label}
          </ActionButton>
        </div>
      ) : (
        <div className="flex items-center gap-3">
          <div className="min-w-0 grow">
            <Progress label={words.uploading(field.name)} value={upload.progress} />
          </div>
          <Button variant="secondary" size="small" onClick={upload.cancel}>
            {common.cancel}
          </Button>
        </div>
      )}
      <p id={`${id}-hint`} className="text-small text-soft">
        {field.help || words.hint}
      </p>
      {shownError && (
        <p role="alert" className="text-small text-danger">
          {shownError}
        </p>
      )}
    </fieldset>
  );
}
