/* Largest files that people upload, in megabytes of a million bytes. Texts and help articles take the number from here. */
export const PICTURE_MB = 10;
/** Of a profile or organisation as it is chosen; the browser cuts it to a square before it is sent. */
export const SQUARE_SOURCE_MB = 20;
/** And as it is sent. */
export const SQUARE_MB = 5;
export const SCREENSHOT_MB = 5;
export const ANSWER_FILE_MB = 10;
export const BANK_FILE_MB = 5;
export const GUEST_FILE_MB = 20;
/** Rows of a list that is imported. */
export const MAX_ROWS = 20_000;
