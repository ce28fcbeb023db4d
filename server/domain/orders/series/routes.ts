import { findSeriesByName } from '#server/domain/series/find-series.ts';
import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/series-orders.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { getManagedOrderView } from '../paid-order.ts';
import { bookDates } from './book-dates.ts';
import { cancelAllDates } from './cancel-dates.ts';
import { presentBooking } from './present.ts';

export const seriesOrderRoutes: Route[] = [
	handle(contracts.placeSeriesOrder, async ({ params, body, context }, services) => {
		const series = await findSeriesByName(services, params.series);
		if (!series) throw notFound('Series');
		const { address } = context;
		const booked = await bookDates(services, {
			...series,
			...body,
			address,
			idempotencyKey: context.needKey(),
		});
		return presentBooking(services, booked);
	}),
	handle(contracts.cancelAllDates, async ({ order }, services) => {
		await cancelAllDates(services, order);
		return getManagedOrderView(services, order);
	}),
];
