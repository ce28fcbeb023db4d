/** Whether a text can be the token of a staff link or device: 256 random bits in base64url. A cut one is not. */
export const isStaffToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** How long links and their devices work on after their event has ended. */
export const STAFF_GRACE_HOURS = 24;
