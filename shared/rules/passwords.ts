/** Characters of a password that someone chooses. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;
