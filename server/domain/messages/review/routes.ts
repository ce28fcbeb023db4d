import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/messages.ts';
import { listReviews, refuseMessage, releaseMessage } from './reviews.ts';

/** What administrators decide about messages of new organisers. */
export const reviewRoutes: Route[] = [
	handle(contracts.listMessageReviews, ({ query }, services) => listReviews(services, query)),
	handle(contracts.releaseMessage, ({ params }, services) => releaseMessage(services, params.message)),
	handle(contracts.refuseMessage, ({ params, body }, services) =>
		refuseMessage(services, params.message, body.reason),
	),
];
