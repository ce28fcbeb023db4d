import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { type Caller, handle, type Route, rightsOf } from '#server/http/handler.ts';
import { createEvent as createEventContract } from '#shared/contracts/event-creation.ts';
import * as contracts from '#shared/contracts/templates.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { answerEvent } from '../events/answer-event.ts';
import { createEvent } from '../events/commands/create-event.ts';
import { findPictures } from '../events/pictures.ts';
import { makeSeries } from '../series/commands/make-series.ts';
import { listAllDates } from '../series/list-dates.ts';
import { addTemplateVersion, createTemplate, updateTemplate } from './commands/save-template.ts';
import { findPlan } from './find-plan.ts';
import { presentOwn, presentReady, presentWhole } from './present.ts';
import { findOwnTemplate, listOwnTemplates } from './queries.ts';
import { findReady, readyTemplates } from './ready/index.ts';
import { planOfReady } from './ready/ready-template.ts';

/** Organisations whose templates a caller may read: those in which they see all events. */
function readableBy(caller: Caller | undefined): string[] {
	return (caller?.memberships ?? [])
		.filter((membership) => membership.eventIds === null && memberCan(rightsOf(membership), 'events.view'))
		.map(({ organisationId }) => organisationId);
}

/**
 * Ticket types and questions are set by whoever may change those of an event.
 * @throws AUTH_INSUFFICIENT_PERMISSIONS
 */
function requireOffer(
	caller: Caller,
	organisationId: string,
	body: { tickets?: unknown; questions?: unknown },
): void {
	if (body.tickets === undefined && body.questions === undefined) return;
	const membership = caller.memberships.find((one) => one.organisationId === organisationId);
	if (membership && memberCan(rightsOf(membership), 'tickets.edit')) return;
	throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
}

export const templateRoutes: Route[] = [
	// Here and not among the events, since an event may begin with a template.
	handle(createEventContract, async ({ body, scope, caller, context }, services) => {
		const { organisationId } = scope;
		requireOffer(caller, organisationId, body);
		const plan =
			body.template === undefined
				? undefined
				: await findPlan(services, {
						organisationId,
						template: body.template,
						startTime: body.startsAtLocal?.split('T')[1],
						t: context.translate,
					});
		const { repeat } = body;
		const also = repeat
			? (tx: Tx, event: EventScope) =>
					makeSeries(services, tx, { ...event, repeat, booking: 'each', userId: caller.userId })
			: undefined;
		const how = { organisationId, userId: caller.userId, input: body, plan, also };
		const { eventId, warnings } = await createEvent(services, how);
		const event = await answerEvent(
			services,
			{ ...scope, eventId },
			{ warnings, translate: context.translate },
		);
		if (!event.series) return event;
		const series = { organisationId, seriesId: event.series.id };
		return { ...event, dates: await listAllDates(services, series, rightsOf(scope)) };
	}),
	handle(contracts.listTemplates, async ({ query, context }, services) => {
		const { translate: t } = context;
		const readable = readableBy(context.caller);
		const organisations = query.organisation ? readable.filter((id) => id === query.organisation) : readable;
		const own = await listOwnTemplates(services.database.db, organisations);
		const cards = [
			...own.map(presentOwn),
			...readyTemplates.map((ready) => presentReady(ready, planOfReady(ready, { t }), t)),
		];
		const data = cards.filter(({ purpose }) => !query.purpose || purpose === query.purpose);
		return { data, nextCursor: null };
	}),
	handle(contracts.getTemplate, async ({ params, context }, services) => {
		const { translate: t } = context;
		const ready = findReady(params.template);
		if (ready) {
			const plan = planOfReady(ready, { t });
			return presentWhole(presentReady(ready, plan, t), plan);
		}
		const own = isUuid(params.template)
			? await findOwnTemplate(services.database.db, readableBy(context.caller), params.template.toLowerCase())
			: null;
		if (!own) throw notFound('Template');
		const { row, plan } = own;
		const text = plan.basics.description ?? '';
		const pictures = await findPictures(services.database.db, row.organisationId, text);
		return presentWhole(presentOwn(row), plan, pictures);
	}),
	handle(contracts.createTemplate, async ({ body, scope, caller }, services) => {
		const { organisationId } = scope;
		return presentOwn(await createTemplate(services, { ...body, organisationId, userId: caller.userId }));
	}),
	handle(contracts.addTemplateVersion, async ({ params, body, scope, caller, context }, services) =>
		presentOwn(
			await addTemplateVersion(services, {
				...body,
				organisationId: scope.organisationId,
				userId: caller.userId,
				templateId: params.template,
				ifMatch: context.ifMatch,
			}),
		),
	),
	handle(contracts.updateTemplate, async ({ params, body, scope, context }, services) =>
		presentOwn(
			await updateTemplate(services, {
				organisationId: scope.organisationId,
				templateId: params.template,
				ifMatch: context.ifMatch,
				changes: body,
			}),
		),
	),
	handle(contracts.archiveTemplate, async ({ params, scope }, services) => {
		await updateTemplate(services, {
			organisationId: scope.organisationId,
			templateId: params.template,
			ifMatch: undefined,
			changes: { isArchived: true },
		});
		return undefined;
	}),
];
