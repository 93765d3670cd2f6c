/** The tax classes of this shop: what forms and filters offer once the merchant sets a rate for one. */
import { readTaxSettings } from '../../../contract/pricing-settings.ts';
import { normalizeTaxClass, STANDARD_CLASS, TAX_CLASSES } from '../../../contract/tax.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';

/** `food`: Food */
export const nameTaxClass = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export interface TaxClasses {
  /** A rate of a class is set: otherwise nothing of classes is shown. */
  isUsed: boolean;
  /** The standard one first. */
  names: string[];
}

export function useTaxClasses(): TaxClasses {
  const { data } = useLoad('tax', (it, signal) => it(readTaxSettings, { signal }));
  const own = (data?.tax.rates ?? []).flatMap((rate) => normalizeTaxClass(rate.class) ?? []);
  return { isUsed: own.length > 0, names: [...new Set([...TAX_CLASSES, ...own])] };
}

/** `own`: a class that only what is edited has. The standard one is what is left empty, unless `withStandard`. */
export function TaxClassOptions({ names, own = '', withStandard }: { names: readonly string[]; own?: string; withStandard: boolean }) {
  const shown = [...new Set([...names, ...(own ? [own] : [])])].filter((it) => withStandard || it !== STANDARD_CLASS);
  return shown.map((it) => (
    <option key={it} value={it}>
      {nameTaxClass(it)}
    </option>
  ));
}
