/** What is read for nearly every request and changes with the catalogue only: read once after each change. */

/** Gives what `read` gave since the last change; the name stands for what is read. Few names: each stays until the next change. */
export type Remember = <T>(name: string, read: () => Promise<T>) => Promise<T>;

/** Reads each time. */
export const forgetful: Remember = (_name, read) => read();
