/** Whose uses of a discount code count together, where each customer may use it only so often. */

/** Who wants to use a code. */
export interface CodeCustomer {
  email: string;
  /** Null: a guest. */
  userId: string | null;
  /** Where they check out from, in the form that orders store; null: they only look at their cart. */
  network: string | null;
}

/** Domains of one provider, which ignores dots before the @. */
const GOOGLE_DOMAINS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address leads to, as far as that can be told: case, invisible letters and what follows a + make no other one, and at
 * Google dots neither. It is only compared; emails go to the address as it was typed.
 */
export function toMailbox(email: string): string {
  const plain = email
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s]/gu, '')
    .toLowerCase();
  const at = plain.lastIndexOf('@');
  if (at < 1) return plain;
  const domain = plain.slice(at + 1).replace(/\.+$/, '');
  const isGoogle = GOOGLE_DOMAINS.has(domain);
  const local = plain.slice(0, at);
  // An address that begins with a + has nothing but its tag.
  const untagged = local.replace(/(?<=.)\+.*$/, '');
  return `${isGoogle ? untagged.replaceAll('.', '') : untagged}@${isGoogle ? 'gmail.com' : domain}`;
}

/** The forms in which earlier uses may be stored: versions before this one kept the address itself. */
export const listStoredForms = ({ email }: CodeCustomer): string[] => [...new Set([toMailbox(email), email.toLowerCase()])];
