import { currencyDigits } from '#shared/lib/currencies.ts';
import { amountStep } from './chargeable.ts';
import { share } from './money.ts';

/** What a card payment costs the organiser, roughly: prices of providers differ by country and card. For texts and sums that say so. */
const cardFeeBasisPoints = 290;
const fixedByDigits: Record<number, number> = { 0: 30, 2: 30, 3: 100 };

/**
 * What a donor adds so that the whole gift arrives: the least amount that pays the card fees of the gift and of itself, in steps that can
 * be charged. An estimate; what is left over is the organiser's too.
 */
export function coverOf(giftMinor: number, currency: string): number {
	if (giftMinor <= 0) return 0;
	const step = amountStep(currency);
	const fixedMinor = fixedByDigits[currencyDigits(currency)] ?? 30;
	const isEnough = (cover: number) =>
		cover >= share(giftMinor + cover, cardFeeBasisPoints, 10_000) + fixedMinor;
	const about = share(giftMinor * cardFeeBasisPoints + fixedMinor * 10_000, 1, 10_000 - cardFeeBasisPoints);
	let cover = step * share(about, 1, step);
	while (cover > step && isEnough(cover - step)) cover -= step;
	while (!isEnough(cover)) cover += step;
	return cover;
}
