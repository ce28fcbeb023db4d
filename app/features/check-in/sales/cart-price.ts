import { AppError } from '#shared/errors/app-error.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';
import { type CartItem, isRefusal, type Quote, quote } from '#shared/rules/pricing/quote.ts';

/** The price of a cart by a list of prices, or why it has none. */
export function priceOf({ types, terms }: DoorPriceList, items: readonly CartItem[]): Quote | AppError {
	const answer = quote(types, items, terms);
	if (!isRefusal(answer)) return answer;
	const { rule, line, minimumMinor } = answer;
	return new AppError('BUSINESS_RULE_VIOLATION', {
		userMessage:
			rule === 'unknown-type'
				? 'This ticket isn’t sold at the door any more. Remove it from the sale.'
				: rule === 'below-minimum-amount' || rule === 'amount-too-small'
					? 'The amount is below the minimum. Enter a higher amount.'
					: 'This amount can’t be charged. Enter another amount.',
		metadata: { rule, line, ...(minimumMinor === undefined ? {} : { minimumMinor }) },
	});
}
