/** Recovery codes, which are shown only once: to be copied, downloaded or printed. */

import { Button } from '../../kit/button.tsx';
import { copyText } from '../../shared/forms/copy-text.ts';
import { DownloadButton } from '../../shared/forms/download-button.tsx';
import { secondFactor as words } from '../../shared/messages/second-factor.ts';

export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p>{words.recoveryCodesHint}</p>
      <ul
        aria-label={words.recoveryCodes}
        className="grid gap-x-6 gap-y-2 rounded-control bg-accent-ground p-4 select-all font-[560] tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" onClick={() => void copyText(text, words.copied)}>
          {words.copy}
        </Button>
        <DownloadButton fileName={words.file} load={async () => new Blob([text], { type: 'text/plain' })}>
          {words.download}
        </DownloadButton>
        <Button variant="secondary" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button onClick={close}>{words.kept}</Button>
      </div>
    </div>
  );
}
