import { useEffect, useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { type ChangeQuote, getChanges, quoteChange } from '#shared/contracts/order-changes.ts';
import type { WantedChange } from '#shared/rules/order-changes.ts';
import { useOrderOptions } from './use-order-options.ts';

/** A choice is priced when it has rested this long: a stepper is pressed several times. */
const REST_MS = 250;

const readChanges = (manageToken: string) =>
	publicApi.call(getChanges, { params: { manageToken }, hasBearer: false });

/** What an order can be changed to. */
export const useChangeOptions = (manageToken: string) => useOrderOptions(manageToken, readChanges);

/** The quote of a change; the previous one is shown until it loads. `refresh` reloads it. */
export function useChangeQuote(manageToken: string, wanted: WantedChange | null) {
	const errorText = useErrorText();
	const [shown, setShown] = useState<{ content: string; quote: ChangeQuote | null; error: string | null }>();
	const [round, setRound] = useState(0);
	const content = wanted && `${round} ${JSON.stringify(wanted)}`;
	useEffect(() => {
		if (content === null) return setShown(undefined);
		let isStale = false;
		const body: WantedChange = JSON.parse(content.slice(content.indexOf(' ')));
		const timer = setTimeout(() => {
			publicApi.call(quoteChange, { params: { manageToken }, body, hasBearer: false }).then(
				(quote) => {
					if (!isStale) setShown({ content, quote, error: null });
				},
				(failed) => {
					if (!isStale) setShown({ content, quote: null, error: errorText(failed) });
				},
			);
		}, REST_MS);
		return () => {
			isStale = true;
			clearTimeout(timer);
		};
	}, [manageToken, content]);
	const isCurrent = shown !== undefined && shown.content === content;
	return {
		quote: shown?.quote ?? null,
		isFresh: isCurrent && shown.quote !== null,
		quoteError: isCurrent ? shown.error : null,
		refresh: () => setRound((before) => before + 1),
	};
}
