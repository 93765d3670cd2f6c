/** A login: by email and password, and by a code after that where the account has a second factor. */
import { useState } from 'react';
import { login } from '../../../contract/auth.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Challenge } from '../../../contract/errors.ts';
import { logInBySecondFactor } from '../../../contract/second-factor.ts';
import { type ApiError, api, isApiError } from '../../api.ts';
import { readDevice, saveDevice, saveSession } from '../../state/session.ts';
import { readField, useForm } from './use-form.ts';

interface LoginOptions {
  onLoggedIn: (reply: ReplyOf<typeof login>) => void;
  /** Called if the first step fails, as `onFailure` of `useForm`. */
  onFailure?: (error: ApiError) => string | undefined;
}

export function useLogin({ onLoggedIn, onFailure }: LoginOptions) {
  /** Once the password was right. */
  const [challenge, setChallenge] = useState<Challenge | null>(null);

  const finish = (reply: ReplyOf<typeof login>) => {
    const { user, token, device } = reply;
    saveSession({ user, token });
    saveDevice(device);
    onLoggedIn(reply);
    return 'leave' as const;
  };

  const passwordForm = useForm({
    onSubmit: async (values) => {
      const credentials = { email: readField(values, 'email'), password: readField(values, 'password') };
      try {
        return finish(await api(login, { body: { ...credentials, ...readDevice() } }));
      } catch (error) {
        if (!isApiError(error) || !error.challenge) throw error;
        setChallenge(error.challenge);
        return 'stay';
      }
    },
    ...(onFailure && { onFailure }),
  });

  const codeForm = useForm({
    onSubmit: async (values) => {
      const { token = '', device = '' } = challenge ?? {};
      return finish(await api(logInBySecondFactor, { body: { challenge: token, device, code: readField(values, 'code') } }));
    },
  });

  return { passwordForm, codeForm, isCodeNeeded: challenge !== null, startOver: () => setChallenge(null) };
}
