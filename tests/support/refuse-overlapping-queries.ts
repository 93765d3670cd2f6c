/**
 * Two queries at once on one connection, as by a Promise.all inside a transaction, fail the run: pg warns of them once a process, and its next
 * major version refuses them. Thrown from the event, it's an error that belongs to no test, which Vitest counts too.
 */
const WARNING = 'client.query() when the client is already executing a query';

function refuse(warning: Error): void {
  if (warning.message.includes(WARNING)) throw new Error(warning.message);
}

// Files share a process, and this file runs once for each.
if (!process.listeners('warning').some(({ name }) => name === refuse.name)) process.on('warning', refuse);

export {};
