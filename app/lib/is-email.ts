/** Whether a text looks like an email address: enough to ask for another one before it is sent. The server decides. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
