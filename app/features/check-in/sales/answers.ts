import { AppError } from '#shared/errors/app-error.ts';
import { isNetworkError } from '#shared/errors/network-error.ts';

/** How a failed call affects its request. */
export type Failure =
	/** The server has a sale under this nonce that was requested in other words. Nonces are random: it is this one. */
	| 'taken'
	/** Nothing was done, and nothing will be at any retry. */
	| 'refused'
	/** The link has ended, or the session is over. */
	| 'closed'
	/** The server was not reached: whether it did anything is not known. */
	| 'away'
	/** The server cannot now: whether it did anything is not known. */
	| 'later';

/** Of these the server may say otherwise in a while. */
const UNSETTLED = [401, 408, 409, 425, 429];

export function failureOf(error: AppError): Failure {
	if (isNetworkError(error)) return 'away';
	if (error.metadata.rule === 'idempotency-key-reused') return 'taken';
	if (error.status === 401) return 'closed';
	if (error.status >= 400 && error.status < 500 && !UNSETTLED.includes(error.status)) return 'refused';
	return [502, 503, 504].includes(error.status) ? 'away' : 'later';
}

export const toAppError = (error: unknown): AppError =>
	error instanceof AppError ? error : new AppError('UNKNOWN_ERROR', { cause: error });

const sentences = {
	'drawer-not-open': 'Open the cash drawer first.',
	'event-over': 'The event has ended. Tickets are no longer sold.',
	'event-not-open': 'Door sales aren’t open for this event.',
	'given-too-little': 'The cash received is less than the amount due.',
	'not-in-allotment':
		'Not enough tickets are reserved for this device. Connect to the internet to sell more.',
	'price-changed': 'The price has changed. Check the total and sell again.',
	'way-not-open': 'Cash isn’t taken at this door. Connect to the internet to take another payment.',
	'not-stored': 'This browser can’t save data. Connect to the internet to sell.',
};
export type DeviceRule = keyof typeof sentences;

/** What this device refuses without a network, by the names that the server has for the same. */
export const refusedHere = (rule: DeviceRule): AppError =>
	new AppError('BUSINESS_RULE_VIOLATION', { userMessage: sentences[rule], metadata: { rule } });
