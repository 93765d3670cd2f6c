/** What is wrong with a backup, or with its destination: its message is for the operator. */

export type BackupErrorCode =
  | 'cut_short'
  | 'damaged'
  | 'newer_version'
  | 'no_passphrase'
  | 'wrong_passphrase'
  | 'not_empty'
  | 'in_use'
  | 'target'
  | 'verify';

export class BackupError extends Error {
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
    this.code = code;
  }
}
