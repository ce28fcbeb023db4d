import {
	handle,
	type OrganisationScope,
	type RequestContext,
	type Route,
	rightsOf,
} from '#server/http/handler.ts';
import { eventMessages, seriesMessages } from '#shared/contracts/guest-messages.ts';
import * as contracts from '#shared/contracts/messages.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { cancelMessage, removeMessage } from './commands/end-message.ts';
import { createMessage, sendMessage, updateMessage } from './commands/write-message.ts';
import { placeOf } from './place.ts';
import { getMessage, getWritten, listMessages, listRecipients } from './queries.ts';
import { listReviews, refuseMessage, releaseMessage } from './review/reviews.ts';

/** Reviews of messages of new organisers, for administrators. */
export const reviewRoutes: Route[] = [
	handle(contracts.listMessageReviews, ({ query }, services) => listReviews(services, query)),
	handle(contracts.releaseMessage, ({ params }, services) => releaseMessage(services, params.message)),
	handle(contracts.refuseMessage, ({ params, body }, services) =>
		refuseMessage(services, params.message, body.reason),
	),
];

const isMasked = (scope: OrganisationScope) => !memberCan(rightsOf(scope), 'attendees.view');

/** One message as this member reads it. */
const one = (messageId: string, scope: OrganisationScope, { translate }: RequestContext) => ({
	...{ messageId, isMasked: isMasked(scope), t: translate },
});

/** Messages of an event, or of a series: alike but for the place that their calls name. */
const routesOf = (contracts: typeof eventMessages | typeof seriesMessages): Route[] => [
	handle(contracts.list, ({ scope, params, query, context }, services) =>
		listMessages(services, placeOf(scope, params), query, context.translate),
	),
	handle(contracts.create, async ({ scope, params, body, caller, context }, services) => {
		const place = placeOf(scope, params);
		const { id } = await createMessage(services, place, { userId: caller.userId, input: body });
		return getWritten(services, place, one(id, scope, context));
	}),
	handle(contracts.get, ({ scope, params, context }, services) =>
		getMessage(services, placeOf(scope, params), one(params.message, scope, context)),
	),
	handle(contracts.update, async ({ scope, params, body, context }, services) => {
		const place = placeOf(scope, params);
		const how = { messageId: params.message, input: body, ifMatch: context.ifMatch };
		await updateMessage(services, place, how);
		return getWritten(services, place, one(params.message, scope, context));
	}),
	handle(contracts.send, async ({ scope, params, body, context }, services) => {
		const place = placeOf(scope, params);
		await sendMessage(services, place, { messageId: params.message, sendAt: body.sendAt });
		return getWritten(services, place, one(params.message, scope, context));
	}),
	handle(contracts.cancel, async ({ scope, params, context }, services) => {
		const place = placeOf(scope, params);
		await cancelMessage(services, place, params.message);
		return getWritten(services, place, one(params.message, scope, context));
	}),
	handle(contracts.remove, async ({ scope, params }, services) => {
		await removeMessage(services, placeOf(scope, params), params.message);
		return undefined;
	}),
	handle(contracts.recipients, ({ scope, params, query }, services) =>
		listRecipients(services, placeOf(scope, params), {
			...{ messageId: params.message, query },
			isMasked: isMasked(scope),
		}),
	),
];

export const messageRoutes: Route[] = [...routesOf(eventMessages), ...routesOf(seriesMessages)];
