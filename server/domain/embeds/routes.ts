import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/embeds.ts';
import { getEmbeddedEvent } from './embedded-event.ts';
import { placeEmbeddedOrder } from './place-embedded-order.ts';

export const embedRoutes: Route[] = [
	handle(contracts.getEmbeddedEvent, ({ params }, services) => getEmbeddedEvent(services, params.event)),
	handle(contracts.placeEmbeddedOrder, ({ body, context }, services) =>
		placeEmbeddedOrder(services, body, { idempotencyKey: context.needKey(), address: context.address }),
	),
];
