import { CODE_ALPHABET, randomCode } from '#shared/lib/random-code.ts';

/** Letters and digits of event codes. */
export const EVENT_CODE_ALPHABET = CODE_ALPHABET;
export const EVENT_CODE_LENGTH = 6;

const codePattern = new RegExp(`^(?=[A-Z]*[0-9])[${EVENT_CODE_ALPHABET}]{${EVENT_CODE_LENGTH}}$`);

/** Whether a text is written like an event code: six of the alphabet, at least one digit, upper case. */
export function isEventCode(value: string): boolean {
	return codePattern.test(value);
}

/**
 * Makes an event code, about 700 million possible; the database ensures that they are unique. Codes without a digit are thrown away, so
 * that none is a word.
 * @param randomBytes cryptographic randomness, as many bytes as requested
 */
export function newEventCode(randomBytes?: (count: number) => Uint8Array): string {
	for (;;) {
		const code = randomCode(EVENT_CODE_LENGTH, randomBytes);
		if (isEventCode(code)) return code;
	}
}
