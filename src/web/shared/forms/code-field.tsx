/** A code of the authenticator app, or one of the recovery codes for when it is lost. */
import { useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { secondFactor as words } from '../messages/second-factor.ts';

export function CodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <div className="flex flex-col items-start gap-2">
      <TextField
        // A key, so that the two are separate fields and what was typed into one isn't kept in the other.
        key={String(isRecovery)}
        className="w-full"
        label={isRecovery ? words.recoveryCode : words.code}
        hint={isRecovery ? words.recoveryCodeHint : words.codeHint}
        name="code"
        required
        autoFocus={autoFocus || isRecovery}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      <Button variant="secondary" size="small" onClick={() => setIsRecovery(!isRecovery)}>
        {isRecovery ? words.useApp : words.useRecoveryCode}
      </Button>
    </div>
  );
}
