import type { EventScope } from '#server/domain/event-scope.ts';
import { handle, type RequestContext, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as reviews from '#shared/contracts/event-review.ts';
import * as contracts from '#shared/contracts/tickets.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { codeProblem } from '../codes/code-problem.ts';
import { findOfferedCode } from '../codes/offered-code.ts';
import { getVisibleEvent } from '../events/access.ts';
import { authorOf } from '../events/changes/author.ts';
import { findDateOfSeries } from '../events/queries.ts';
import { createCapacityPool, deleteCapacityPool, updateCapacityPool } from './commands/capacity-pools.ts';
import { createTicketType } from './commands/create-ticket-type.ts';
import { deleteTicketType } from './commands/delete-ticket-type.ts';
import { updateTicketType } from './commands/update-ticket-type.ts';
import { findEventId } from './event-reference.ts';
import { takesFairValues } from './fair-values.ts';
import { presentTicketType, presentTicketTypes } from './present.ts';
import { listSharedPools, presentPool } from './queries.ts';
import { getReview } from './review.ts';
import { databaseNow, type EventStock, pricingOf, readEventStock } from './stock.ts';
import { stockStore } from './stock-store.ts';

/** The public's view may be this old; sales are decided by the database. */
const publicAgeMs = 1_000;

/** What an event sells, for somebody who may see it: from memory for the public, fresh for members. */
async function visibleStock(
	services: Services,
	reference: string,
	context: RequestContext,
): Promise<{ stock: EventStock; isMember: boolean }> {
	const eventId =
		(await findEventId(services, reference)) ?? (await findDateOfSeries(services, reference))?.id;
	const stock = eventId && (await stockStore(services).get(eventId, publicAgeMs));
	if (!stock) throw notFound('Event');
	const isOpenToAll = stock.status === 'published' && ['public', 'unlisted'].includes(stock.visibility);
	if (isOpenToAll && !context.caller) return { stock, isMember: false };
	const { member } = await getVisibleEvent(services, stock.eventId, context);
	if (!member) return { stock, isMember: false };
	const fresh = await readEventStock(services.database.db, stock.eventId);
	return { stock: fresh ?? stock, isMember: true };
}

/** The ticket type as it is now, for the member who just changed it. */
async function answer(services: Services, scope: EventScope, ticketTypeId: string) {
	const stock = await readEventStock(services.database.db, scope.eventId);
	const terms = stock?.types.get(ticketTypeId);
	if (!stock || !terms) throw notFound('Ticket type');
	return presentTicketType(stock, terms, true);
}

export const ticketRoutes: Route[] = [
	handle(reviews.reviewEvent, ({ scope, caller, context }, services) =>
		getReview(services, scope, { isEmailVerified: caller.isEmailVerified, t: context.translate }),
	),
	handle(contracts.listTicketTypes, async ({ params, query, context }, services) => {
		const { stock, isMember } = await visibleStock(services, params.event, context);
		const terms = {
			nextCursor: null,
			pricing: pricingOf(stock),
			takesCodes: stock.takesCodes,
			takesWaitlist:
				stock.hasWaitlist && presentTicketTypes(stock, false).some(({ state }) => state === 'sold_out'),
		};
		if (query.code !== undefined) {
			const code = await findOfferedCode(services.database.db, stock, query.code);
			const problem = codeProblem(code, databaseNow(stock));
			const refusal = problem?.messages.userMessage;
			return {
				...terms,
				data: presentTicketTypes(stock, false, problem ? null : code),
				code: {
					code: code?.code ?? query.code,
					refusal: refusal ? context.translate(refusal) : null,
				},
			};
		}
		return {
			...terms,
			data: presentTicketTypes(stock, isMember),
			...(isMember && { takesFairValues: await takesFairValues(services.database.db, stock) }),
		};
	}),
	handle(contracts.createTicketType, async ({ body, scope, caller }, services) =>
		answer(services, scope, await createTicketType(services, scope, body, authorOf(caller))),
	),
	handle(contracts.updateTicketType, async ({ params, body, scope, context, caller }, services) => {
		const ticketTypeId = params.ticketType;
		const how = { ticketTypeId, input: body, ifMatch: context.ifMatch };
		await updateTicketType(services, scope, how, authorOf(caller));
		return answer(services, scope, ticketTypeId);
	}),
	handle(contracts.deleteTicketType, async ({ params, scope, caller }, services) => {
		await deleteTicketType(services, scope, params.ticketType, authorOf(caller));
		return undefined;
	}),
	handle(contracts.listCapacityPools, async ({ scope }, services) => ({
		data: await listSharedPools(services, scope),
		nextCursor: null,
	})),
	handle(contracts.createCapacityPool, async ({ body, scope, caller }, services) =>
		presentPool(await createCapacityPool(services, scope, body, authorOf(caller))),
	),
	handle(contracts.updateCapacityPool, async ({ params, body, scope, caller }, services) =>
		presentPool(await updateCapacityPool(services, scope, params.pool, body, authorOf(caller))),
	),
	handle(contracts.deleteCapacityPool, async ({ params, scope, caller }, services) => {
		await deleteCapacityPool(services, scope, params.pool, authorOf(caller));
		return undefined;
	}),
];
