/** What has to be decided before an import: it can't be seen from the file, and a guess would sell or hide products without a word. */
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { type Choices, parseStock } from './choices.ts';
import { productImport as words } from './messages.ts';

interface OpenQuestionsProps {
  shown: ProductImport;
  choices: Choices;
  change: (to: Partial<Choices>) => void;
}

export const isStockAsked = ({ uncountedCount, uncountedStock }: ProductImport): boolean => uncountedCount > 0 && uncountedStock === null;

export function OpenQuestions({ shown, choices, change }: OpenQuestionsProps) {
  const hosts = shown.hosts.filter((it) => it.images > 0 && !it.isAllowed);
  const asksHosts = hosts.some(({ host }) => !choices.imageHosts.includes(host));
  if (!isStockAsked(shown) && !asksHosts) return null;
  return (
    <section aria-label={words.questions} className="flex flex-col gap-5 rounded-card border border-caution/40 bg-caution/5 p-5">
      {isStockAsked(shown) && (
        <TextField
          label={words.stockQuestion(shown.uncountedCount)}
          hint={words.stockHint}
          error={choices.stock && parseStock(choices.stock) === null ? words.stockInvalid : undefined}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-xl"
          value={choices.stock}
          onChange={({ target }) => change({ stock: target.value })}
        />
      )}
      {asksHosts && (
        <div className="flex flex-col items-start gap-3">
          <div>
            <p className="text-small font-[560]">{words.hostsQuestion(hosts.reduce((sum, it) => sum + it.images, 0))}</p>
            <p className="text-small text-soft wrap-anywhere">{words.hostsQuestionHint(hosts.map(({ host }) => host))}</p>
          </div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => change({ imageHosts: [...new Set([...choices.imageHosts, ...hosts.map(({ host }) => host)])] })}
          >
            {words.allowHosts}
          </Button>
        </div>
      )}
    </section>
  );
}
