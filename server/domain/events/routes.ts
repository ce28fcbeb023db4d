import { handle, type Route, rightsOf } from '#server/http/handler.ts';
import * as lists from '#shared/contracts/event-lists.ts';
import * as eventPictures from '#shared/contracts/event-pictures.ts';
import * as reviews from '#shared/contracts/event-review.ts';
import * as states from '#shared/contracts/event-states.ts';
import * as contracts from '#shared/contracts/events.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { getShownEvent, getVisibleEvent, unlockEvent } from './access.ts';
import { answerEvent } from './answer-event.ts';
import { eventCalendar } from './calendar.ts';
import { listCalendarDates } from './calendar-dates.ts';
import { authorOf } from './changes/author.ts';
import {
	archiveEvent,
	cancelEvent,
	postponeEvent,
	publishEvent,
	unarchiveEvent,
	unpublishEvent,
} from './commands/change-status.ts';
import { removeCover, uploadCover } from './commands/cover.ts';
import { deleteEvent } from './commands/delete-event.ts';
import { duplicateEvent } from './commands/duplicate-event.ts';
import { addPicture } from './commands/pictures.ts';
import { schedulePublishing } from './commands/schedule-publishing.ts';
import { updateEvent } from './commands/update-event.ts';
import { descriptionHtml } from './description-html.ts';
import { findPictures } from './pictures.ts';
import { presentCardRow, presentEvent } from './present.ts';
import { countFacets } from './search/facets.ts';
import { listPublicEvents } from './search/list-events.ts';
import { listOrganisationEvents } from './search/list-organisation-events.ts';

const viewerOf = (context: {
	caller: Parameters<typeof getVisibleEvent>[2]['caller'];
	eventAccess: string | undefined;
}) => ({
	caller: context.caller,
	eventAccess: context.eventAccess,
});

export const eventRoutes: Route[] = [
	handle(contracts.updateEvent, async ({ body, scope, context, caller }, services) => {
		const by = authorOf(caller);
		const { warnings } = await updateEvent(services, { ...scope, input: body, ifMatch: context.ifMatch, by });
		return answerEvent(services, scope, { warnings, translate: context.translate });
	}),
	handle(contracts.getEvent, async ({ params, context }, services) => {
		const { event, member } = await getShownEvent(services, params.event, viewerOf(context));
		return presentEvent(event, member);
	}),
	handle(contracts.unlockEvent, async ({ params, body, context }, services) => ({
		accessToken: await unlockEvent(services, params.event, body.password, context.address),
	})),
	handle(lists.listEvents, async ({ query }, services) => {
		const { rows, nextCursor, count } = await listPublicEvents(services, query);
		return { data: rows.map(presentCardRow), nextCursor, ...(count === undefined ? {} : { count }) };
	}),
	handle(lists.listEventFacets, ({ query }, services) =>
		countFacets(services, { past: query.past ?? false, country: (query.country ?? '').toUpperCase() }),
	),
	handle(lists.listOrganisationEvents, async ({ query, scope }, services) => {
		const { rows, nextCursor } = await listOrganisationEvents(services, scope, query);
		const hasFigures = memberCan(rightsOf(scope), 'check_ins.view');
		const data = rows.map((row) => ({
			...presentCardRow(row),
			...(hasFigures ? { figures: { confirmed: row.confirmed, capacity: row.capacity } } : {}),
		}));
		return { data, nextCursor };
	}),
	handle(states.publishEvent, async ({ scope, caller }, services) => {
		await publishEvent(services, scope, caller, undefined, authorOf(caller));
		return answerEvent(services, scope);
	}),
	handle(reviews.schedulePublishing, async ({ scope, body, caller }, services) => {
		const { isEmailVerified, userId } = caller;
		await schedulePublishing(services, scope, { ...body, isEmailVerified, userId });
		return answerEvent(services, scope);
	}),
	handle(reviews.cancelSchedule, async ({ scope }, services) => {
		await schedulePublishing(services, scope, null);
		return answerEvent(services, scope);
	}),
	handle(states.unpublishEvent, async ({ scope, caller }, services) => {
		await unpublishEvent(services, scope, authorOf(caller));
		return answerEvent(services, scope);
	}),
	handle(states.cancelEvent, async ({ body, scope, caller }, services) => {
		await cancelEvent(services, scope, body?.message ?? '', authorOf(caller));
		return answerEvent(services, scope);
	}),
	handle(states.postponeEvent, async ({ body, scope, caller }, services) => {
		await postponeEvent(services, scope, body?.message ?? '', authorOf(caller));
		return answerEvent(services, scope);
	}),
	handle(states.archiveEvent, async ({ scope, caller }, services) => {
		await archiveEvent(services, scope, authorOf(caller));
		return answerEvent(services, scope);
	}),
	handle(states.unarchiveEvent, async ({ scope, caller }, services) => {
		await unarchiveEvent(services, scope, authorOf(caller));
		return answerEvent(services, scope);
	}),
	handle(states.duplicateEvent, async ({ scope, caller }, services) => {
		const eventId = await duplicateEvent(services, { ...scope, userId: caller.userId });
		return answerEvent(services, { ...scope, eventId });
	}),
	handle(states.deleteEvent, async ({ scope }, services) => {
		await deleteEvent(services, scope);
		return undefined;
	}),
	handle(eventPictures.uploadCover, async ({ file, scope, context, caller }, services) => {
		const by = authorOf(caller);
		await uploadCover(services, { ...scope, bytes: file.bytes, ifMatch: context.ifMatch, by });
		return answerEvent(services, scope);
	}),
	handle(eventPictures.removeCover, async ({ scope, context, caller }, services) => {
		await removeCover(services, { ...scope, ifMatch: context.ifMatch, by: authorOf(caller) });
		return answerEvent(services, scope);
	}),
	handle(eventPictures.addPicture, ({ file, query, scope }, services) =>
		addPicture(services, { ...scope, bytes: file.bytes, alt: query.alt }),
	),
	handle(contracts.previewDescription, async ({ body, context }, services) => {
		const { description } = body;
		const key = `preview ${context.address}`;
		if (body.event === undefined) return { html: await descriptionHtml(description, {}, key) };
		const { event } = await getVisibleEvent(services, body.event, viewerOf(context));
		const pictures = await findPictures(services.database.db, event.organisationId, description);
		return { html: await descriptionHtml(description, pictures, key) };
	}),
	handle(contracts.getEventCalendar, async ({ params, context }, services) => {
		const { event } = await getShownEvent(services, params.event, viewerOf(context));
		const series = event.seriesSlug === params.event.toLowerCase() ? event.seriesSlug : null;
		const dates = series ? await listCalendarDates(services, event) : [];
		const calendar = eventCalendar(services, dates[0] ? dates : [event], series ? { name: event.title } : {});
		return new Response(calendar, {
			headers: {
				'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
				'Content-Disposition': `attachment; filename="${series ?? event.slug}.ics"`,
			},
		});
	}),
];
