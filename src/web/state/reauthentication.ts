/** Connects api.ts, which learns that a call needs the password or a code again, to the dialog that asks for it. */

/** Of an account with a second factor a code. */
export type Proof = 'password' | 'code';
type Prompt = (by: Proof) => Promise<boolean>;

let current: Prompt | null = null;

/** Called by what is on the page and can ask. Returns a function that withdraws it. */
export function provideReauthenticationPrompt(prompt: Prompt): () => void {
  current = prompt;
  return () => {
    if (current === prompt) current = null;
  };
}

/** True once that was proven; false where the person cancelled, or nothing on the page can ask. */
export function promptReauthentication(by: Proof): Promise<boolean> {
  return current?.(by) ?? Promise.resolve(false);
}
