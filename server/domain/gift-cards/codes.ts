import { createHmac, hash } from 'node:crypto';
import type { Services } from '#server/services.ts';
import { GIFT_CARD_ALPHABET, GIFT_CARD_LENGTH } from '#shared/rules/gift-cards.ts';

/**
 * The code of a gift card: 80 bits of HMAC-SHA256 over its id and the number of its code, so that an email can be written anew without the
 * code being stored.
 */
export function giftCardCode(
	{ secret }: Pick<Services, 'secret'>,
	card: { id: string; codeVersion: number },
): string {
	const bytes = createHmac('sha256', secret).update(`gift card\0${card.id}\0${card.codeVersion}`).digest();
	return Array.from(
		bytes.subarray(0, GIFT_CARD_LENGTH),
		// 256 is a multiple of 32: each letter is as likely as the others.
		(byte) => GIFT_CARD_ALPHABET[byte % GIFT_CARD_ALPHABET.length],
	).join('');
}

/** The stored hash of a code (`giftCardKey`): enough to find its card, not to use it. */
export const hashOfCode = (key: string): Buffer => hash('sha256', `gift card\0${key}`, 'buffer');
