/** What a payment provider can do that keeps its customers' cards. Absent of a provider that can't. Called as the port is: outside of transactions. */

export interface VaultCard {
  id: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
}

export interface CardVault {
  /** Which account at the provider it is, with its mode: customers of another are unknown there. */
  findAccount(): Promise<string>;
  /** Returns the provider's id of the customer. */
  createCustomer(person: { userId: string; email: string; name: string }): Promise<string>;
  /** Null: the provider doesn't know the customer any more. */
  listCards(customer: string): Promise<VaultCard[] | null>;
  /** False: the customer has no such card. */
  removeCard(customer: string, card: string): Promise<boolean>;
  /** Also where it is deleted already. False: the account isn't connected any more. */
  deleteCustomer(customer: string, account: string): Promise<boolean>;
}
