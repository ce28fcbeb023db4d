/** The product's name. An operator may run it under another one: the server passes its setting on to every page and mail. */
export const PRODUCT_NAME = 'Foyer';

/** First year of the copyright line. */
export const COPYRIGHT_YEAR = 2025;
