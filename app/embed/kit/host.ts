/** Where the elements come from, and where everything that they load and link to is: this file's own origin. */
export const host = new URL('/', import.meta.url).href.slice(0, -1);

/** An address of the product as a whole one: `/events/jazz` or a picture's. */
export const atHost = (path: string): string => new URL(path, host).href;
