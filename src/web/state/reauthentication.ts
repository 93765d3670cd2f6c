/** Between api.ts, which learns that a call needs the password again, and the dialog that asks for it. */
type Prompt = () => Promise<boolean>;

let current: Prompt | null = null;

/** Called by what is on the page and can ask. Returns a function that withdraws it. */
export function provideReauthenticationPrompt(prompt: Prompt): () => void {
  current = prompt;
  return () => {
    if (current === prompt) current = null;
  };
}

/** True once the password was proven; false where the person cancelled, or nothing on the page can ask. */
export function promptReauthentication(): Promise<boolean> {
  return current?.() ?? Promise.resolve(false);
}
