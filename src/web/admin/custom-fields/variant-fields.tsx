/** The values of one variant, in a dialog: most variants need none, and the table has no room for them. */
import { useRef, useState } from 'react';
import type { CustomFields } from '../../../contract/custom-field-values.ts';
import type { CustomField } from '../../../contract/custom-fields.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { common } from '../../shared/messages/common.ts';
import { CustomFieldInputs } from './field-inputs.tsx';
import { parseValues, readFieldTexts, serializeValues, toFieldTexts, toSentFields } from './field-texts.ts';
import { customFields as words } from './messages.ts';

interface VariantFieldsProps {
  fields: readonly CustomField[];
  /** The variant's name. */
  name: string;
  /** As one text. */
  value: string;
  /** Of one of its values, as the server says it. */
  error: string | undefined;
  set: (value: string) => void;
}

export function VariantFieldsButton(props: VariantFieldsProps) {
  const { fields, name, value, error } = props;
  const [isOpen, setIsOpen] = useState(false);
  const count = Object.keys(parseValues(value)).length;
  if (!fields.length) return null;
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" aria-label={words.variantTitle(name)} onClick={() => setIsOpen(true)}>
        {count ? words.variantCount(count) : words.variantFields}
      </Button>
      {error && <p className="mt-1 text-small font-normal text-danger">{error}</p>}
      {isOpen && <VariantDialog {...props} close={() => setIsOpen(false)} />}
    </>
  );
}

/** No form of its own, as it stands in that of the product: what is in it counts when it is closed. */
function VariantDialog({ fields, name, value, set, close }: VariantFieldsProps & { close: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  const shown = toFieldTexts(fields, parseValues(value));
  const finish = () => {
    const typed = new FormData();
    for (const control of root.current?.querySelectorAll<HTMLInputElement>('[name]') ?? []) typed.set(control.name, control.value);
    const { customFields = {} } = toSentFields(fields, readFieldTexts(typed, fields), shown);
    const next = Object.entries({ ...parseValues(value), ...customFields }).filter(([, it]) => it !== null);
    set(serializeValues(Object.fromEntries(next) as CustomFields));
    close();
  };
  return (
    <Dialog
      title={words.variantTitle(name)}
      close={finish}
      closeLabel={common.close}
      footer={<Button onClick={finish}>{words.done}</Button>}
    >
      <div ref={root}>
        <CustomFieldInputs fields={fields} read={(it) => ({ key: it, value: shown[it] ?? '' })} errors={{}} />
      </div>
    </Dialog>
  );
}
