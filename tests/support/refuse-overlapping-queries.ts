/**
 * Two concurrent queries on one connection, such as Promise.all inside a transaction, fail the run: pg warns of them once a process, and its next
 * major version refuses them. The error is thrown from the warning event, so it belongs to no test, but Vitest counts it.
 */
const WARNING = 'client.query() when the client is already executing a query';

function refuse(warning: Error): void {
  if (warning.message.includes(WARNING)) throw new Error(warning.message);
}

// Files share a process, and this file runs once for each.
if (!process.listeners('warning').some(({ name }) => name === refuse.name)) process.on('warning', refuse);

export {};
