/** The barcode of a product, whose variants have their own in their table, its condition, and what customs ask for. */
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import { BARCODE_MAX_LENGTH } from '../../../contract/limits.ts';
import { DETAIL_LENGTHS } from '../../../contract/product-details.ts';
import { CONDITIONS } from '../../../contract/product-fields.ts';
import { WITHDRAWAL_EXCEPTIONS } from '../../../contract/withdrawal-fields.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import type { EditConflict } from '../../shared/forms/edit-conflict.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { useShop } from '../../shared/shop-data.ts';
import { FormSection } from './form-section.tsx';
import { productDetails as words } from './messages.ts';
import { SoldAsField } from './sold-as-field.tsx';

const listCountries = () =>
  COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((one, other) => one.name.localeCompare(other.name, 'en'));

const NAMES = ['barcode', 'condition', 'countryOfOrigin', 'hsCode', 'minimumAge', 'withdrawalException', 'soldAs'] as const;

export function IdentificationFields({ errors, edit }: { errors: FormState['errors']; edit: EditConflict | undefined }) {
  const [field, condition] = [edit?.field('barcode'), edit?.field('condition')];
  const [exception, age] = [edit?.field('withdrawalException'), edit?.field('minimumAge')];
  const { withdrawalDays } = useShop().settings.shop;
  const [origin, hsCode] = [edit?.field('countryOfOrigin'), edit?.field('hsCode')];
  return (
    <FormSection
      title={words.identification}
      hint={words.identificationHint}
      isUsed={[field, condition, origin, hsCode, exception, age, edit?.field('soldAs')].some((it) => it?.value)}
      hasError={NAMES.some((name) => errors[name])}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          key={field?.key}
          label={words.barcode}
          name="barcode"
          hint={words.barcodeHint}
          defaultValue={field?.value}
          error={errors.barcode}
          maxLength={BARCODE_MAX_LENGTH}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          key={condition?.key ?? 'condition'}
          label={words.condition}
          name="condition"
          hint={words.conditionHint}
          defaultValue={condition?.value ?? ''}
          error={errors.condition}
        >
          <option value="">{words.notSaid}</option>
          {CONDITIONS.map((it) => (
            <option key={it} value={it}>
              {productPage.conditions[it]}
            </option>
          ))}
        </SelectField>
        <SelectField
          key={origin?.key ?? 'countryOfOrigin'}
          label={words.countryOfOrigin}
          name="countryOfOrigin"
          defaultValue={origin?.value ?? ''}
          error={errors.countryOfOrigin}
        >
          <option value="">{words.noCountry}</option>
          {listCountries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          key={hsCode?.key ?? 'hsCode'}
          label={words.hsCode}
          name="hsCode"
          hint={words.hsCodeHint}
          defaultValue={hsCode?.value}
          error={errors.hsCode}
          maxLength={DETAIL_LENGTHS.hsCode}
          inputMode="numeric"
          autoComplete="off"
        />
        <SoldAsField field={edit?.field('soldAs')} error={errors.soldAs} />
        <TextField
          key={age?.key ?? 'minimumAge'}
          label={words.minimumAge}
          name="minimumAge"
          hint={words.minimumAgeHint}
          defaultValue={age?.value}
          error={errors.minimumAge}
          maxLength={DETAIL_LENGTHS.minimumAge}
          inputMode="numeric"
          autoComplete="off"
        />
        {/* Left out, it would be cleared. */}
        {withdrawalDays || exception?.value ? (
          <SelectField
            key={exception?.key ?? 'withdrawalException'}
            label={words.withdrawalException}
            name="withdrawalException"
            hint={words.withdrawalExceptionHint}
            defaultValue={exception?.value ?? ''}
            error={errors.withdrawalException}
          >
            <option value="">{words.canWithdraw}</option>
            {WITHDRAWAL_EXCEPTIONS.map((it) => (
              <option key={it} value={it}>
                {words.withdrawalExceptions[it]}
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
    </FormSection>
  );
}
