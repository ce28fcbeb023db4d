/** Code that the registration form needs once it is filled in or was refused: loaded then, not with the page. */
import { AppError } from '#shared/errors/app-error.ts';

export { toFailure } from './failure.ts';
export { refusalText } from './refusal-text.ts';
export { checkOrder, orderOf, pageOf, readValues, refusalsOf } from './registration-order.ts';
export { noteBegun, sendOrder } from './send-order.ts';

/** What prices an order: only events with prices need it. */
export const loadPricing = () =>
	import('./price-order.ts').catch((cause) => {
		throw new AppError('NETWORK_ERROR', { cause });
	});
