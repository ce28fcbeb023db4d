/** The parts of a monthly gift, as its agreement stores them beside the sum: `2000+88`. */
export interface GiftParts {
	amountMinor: number;
	coverMinor: number;
}

export const writeParts = ({ amountMinor, coverMinor }: GiftParts): string => `${amountMinor}+${coverMinor}`;

export function readParts(detail: string): GiftParts {
	const [amount, cover] = detail.split('+').map(Number);
	if (!Number.isSafeInteger(amount) || !Number.isSafeInteger(cover)) throw new Error(`no gift: ${detail}`);
	return { amountMinor: amount as number, coverMinor: cover as number };
}
