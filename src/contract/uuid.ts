/** Ids as PostgreSQL writes them: lower case only. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids from outside are asked this first: PostgreSQL fails on a malformed one instead of finding nothing. */
export const isUuid = (text: string): boolean => UUID.test(text);
