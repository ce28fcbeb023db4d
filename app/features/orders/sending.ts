/** What the form of a registration needs once somebody fills it in or was refused: fetched then, not with the page. */
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
