import { productPage as words } from '../../shared/messages/storefront.ts';

const hasWords = (text: string) => text.trim() !== '';

/** Empty lines separate paragraphs; everything else is plain text. */
export function Description({ text }: { text: string }) {
  const paragraphs = text.split(/\r?\n\s*\n/).filter(hasWords);
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-base font-[600] tracking-normal">{words.description}</h2>
      <div className="mt-2 grid gap-3 text-soft">
        {paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and never change places
          <p key={index} dir="auto" className="min-w-0 max-w-text whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  );
}
