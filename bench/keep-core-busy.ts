/** Keeps one core busy until it is ended: another program on the same machine. */
console.log('listening busy');
while (true) Math.random();
