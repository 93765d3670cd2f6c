/** Keeps one core busy until it is ended, like another program on the same machine. */
console.log('listening busy');
while (true) Math.random();
