import { handle, type Route } from '#server/http/handler.ts';
import * as contracts from '#shared/contracts/embeds.ts';
import type { Module } from '../module.ts';
import { mountEmbedCards } from './cards/mount.ts';
import { getEmbeddedEvent } from './embedded-event.ts';
import { placeEmbeddedOrder } from './place-embedded-order.ts';

const embedRoutes: Route[] = [
	handle(contracts.getEmbeddedEvent, ({ params }, services) => getEmbeddedEvent(services, params.event)),
	handle(contracts.placeEmbeddedOrder, ({ body, context }, services) =>
		placeEmbeddedOrder(services, body, { idempotencyKey: context.needKey(), address: context.address }),
	),
];

/** Events on other sites: what an element shows, registering from it, oEmbed and its cards. */
export const embedsModule: Module = {
	name: 'embeds',
	mountFiles: mountEmbedCards,
	routes: embedRoutes,
};
