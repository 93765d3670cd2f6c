/** The hooks that a route has already, before others are added in front: none, one or several. */
export const listHooks = <T>(hooks: T | T[] | undefined): T[] => [hooks ?? []].flat() as T[];
