/** The official notice of the legal guarantee: its files by language, and whether it is shown. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { readGuaranteeSettings, updateGuaranteeSettings } from '../../../contract/legal-guarantee.ts';
import { GUARANTEE_SLUG } from '../../../contract/shop-pages.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, SwitchField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { FileInput } from '../custom-fields/file-input.tsx';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { guaranteeNotice as words } from './guarantee-messages.ts';

/** The official languages of the European Union. */
const LANGUAGES = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
const names = new Intl.DisplayNames(['en'], { type: 'language' });
const nameLanguage = (code: string) => names.of(code) ?? code;

type Loaded = ReplyOf<typeof readGuaranteeSettings>;

export function GuaranteePanel() {
  const loaded = useLoad('legal guarantee', (it, signal) => it(readGuaranteeSettings, { signal }));
  return (
    <AsyncContent state={loaded} skeleton={<PanelSkeleton className="h-40" />}>
      {(it) => <GuaranteeForm key={it.version} loaded={it} reload={loaded.reload} />}
    </AsyncContent>
  );
}

function GuaranteeForm({ loaded: { guarantee, version }, reload }: { loaded: Loaded; reload: () => Promise<void> }) {
  const [rows, setRows] = useState(guarantee.files);
  const revalidate = useRevalidateShop();
  const form = useForm({
    onSubmit: async (values) => {
      const files = rows.flatMap(({ language }) => {
        const url = readField(values, `notice-${language}`);
        return url ? [{ language, url }] : [];
      });
      const isOn = values.has('isOn');
      if (isOn && !files.length) throw createValidationError(words.noFile, [createIssue('files', 'required')]);
      await api(updateGuaranteeSettings, { body: { isOn, files, version } });
      toast.success(words.saved);
      await reload();
      await revalidate();
      return 'stay';
    },
  });
  const free = LANGUAGES.filter((code) => !rows.some(({ language }) => language === code));
  return (
    <Panel title={words.title} hint={words.hint}>
      <Form state={form}>
        <SwitchField label={words.isOn} hint={words.isOnHint} name="isOn" defaultChecked={guarantee.isOn} />
        {rows.map(({ language, url }) => (
          <div key={language} className="grid gap-2 border-t border-line pt-4">
            <FileInput
              field={{ key: language, name: words.file(nameLanguage(language)), help: words.fileHint }}
              inputName={`notice-${language}`}
              value={url}
              error={undefined}
            />
            <div>
              <Button
                variant="secondary"
                size="small"
                aria-label={words.removeLanguage(nameLanguage(language))}
                onClick={() => setRows(rows.filter((it) => it.language !== language))}
              >
                {words.remove}
              </Button>
            </div>
          </div>
        ))}
        <SelectField
          key={rows.length}
          label={words.add}
          error={form.errors.files}
          className="max-w-96"
          defaultValue=""
          onChange={({ target }) => setRows([...rows, { language: target.value, url: '' }])}
        >
          <option value="">{words.chooseLanguage}</option>
          {free.map((code) => (
            <option key={code} value={code}>
              {nameLanguage(code)}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton state={form}>{words.save}</SubmitButton>
          {guarantee.isOn && (
            <Link to={`/pages/${GUARANTEE_SLUG}`} className="text-accent hover:underline">
              {words.see}
            </Link>
          )}
        </div>
      </Form>
    </Panel>
  );
}
