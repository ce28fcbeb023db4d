/** Runs a call; where the server wants a fresh sign-in, asks for it and runs it again. Undefined: the person let it be. */
export type Confirmed = <T>(call: () => Promise<T>) => Promise<T | undefined>;
