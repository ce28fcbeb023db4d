import { uuid } from './common.ts';
import { type AnyEndpoint, endpoint, eventAccess, seriesAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import * as calls from './message-calls.ts';
import { seriesParams } from './series.ts';

type Shared = Partial<AnyEndpoint>;

const viewEvent = {
	access: eventAccess('messages.view'),
	params: eventParams,
} satisfies Shared;
const sendEvent = {
	access: eventAccess('messages.send'),
	params: eventParams,
} satisfies Shared;
const viewEventMessage = {
	access: viewEvent.access,
	params: eventParams.extend({ message: uuid() }),
} satisfies Shared;
const sendEventMessage = { access: sendEvent.access, params: viewEventMessage.params } satisfies Shared;
const sendEventRule = {
	access: sendEvent.access,
	params: eventParams.extend({ rule: uuid() }),
} satisfies Shared;

/** Messages to the guests of an event. */
export const eventMessages = {
	list: endpoint({
		...calls.list,
		...viewEvent,
		id: 'messages.listEventMessages',
		path: '/api/events/{event}/messages',
		summary: 'List messages to the guests of an event, newest first.',
	}),
	create: endpoint({
		...calls.create,
		...sendEvent,
		id: 'messages.createEventMessage',
		path: '/api/events/{event}/messages',
		summary:
			'Send a message to the guests of an event at `sendAt`, or now if omitted. With `isDraft` it is only saved.',
	}),
	preview: endpoint({
		...calls.preview,
		...sendEvent,
		id: 'messages.previewEventMessage',
		path: '/api/events/{event}/messages/preview',
	}),
	test: endpoint({
		...calls.test,
		...sendEvent,
		id: 'messages.testEventMessage',
		path: '/api/events/{event}/messages/test',
	}),
	get: endpoint({
		...calls.get,
		...viewEventMessage,
		id: 'messages.getEventMessage',
		path: '/api/events/{event}/messages/{message}',
	}),
	update: endpoint({
		...calls.update,
		...sendEventMessage,
		id: 'messages.updateEventMessage',
		path: '/api/events/{event}/messages/{message}',
	}),
	send: endpoint({
		...calls.send,
		...sendEventMessage,
		id: 'messages.sendEventMessage',
		path: '/api/events/{event}/messages/{message}/send',
	}),
	cancel: endpoint({
		...calls.cancel,
		...sendEventMessage,
		id: 'messages.cancelEventMessage',
		path: '/api/events/{event}/messages/{message}/cancel',
	}),
	remove: endpoint({
		...calls.remove,
		...sendEventMessage,
		id: 'messages.deleteEventMessage',
		path: '/api/events/{event}/messages/{message}',
	}),
	recipients: endpoint({
		...calls.recipients,
		...viewEventMessage,
		id: 'messages.listEventRecipients',
		path: '/api/events/{event}/messages/{message}/recipients',
	}),
	rules: endpoint({
		...calls.rules,
		...viewEvent,
		id: 'messages.listEventRules',
		path: '/api/events/{event}/message-rules',
		summary: 'List the automatic messages to guests of an event: confirmation, reminders, thank-you.',
	}),
	createRule: endpoint({
		...calls.createRule,
		...sendEvent,
		id: 'messages.createEventRule',
		path: '/api/events/{event}/message-rules',
	}),
	updateRule: endpoint({
		...calls.updateRule,
		...sendEventRule,
		id: 'messages.updateEventRule',
		path: '/api/events/{event}/message-rules/{rule}',
	}),
	removeRule: endpoint({
		...calls.removeRule,
		...sendEventRule,
		id: 'messages.deleteEventRule',
		path: '/api/events/{event}/message-rules/{rule}',
	}),
	previewRule: endpoint({
		...calls.previewRule,
		...sendEvent,
		id: 'messages.previewEventRule',
		path: '/api/events/{event}/message-rules/preview',
	}),
};

const viewSeries = {
	access: seriesAccess('messages.view'),
	params: seriesParams,
} satisfies Shared;
const sendSeries = {
	access: seriesAccess('messages.send'),
	params: seriesParams,
} satisfies Shared;
const viewSeriesMessage = {
	access: viewSeries.access,
	params: seriesParams.extend({ message: uuid() }),
} satisfies Shared;
const sendSeriesMessage = { access: sendSeries.access, params: viewSeriesMessage.params } satisfies Shared;
const sendSeriesRule = {
	access: sendSeries.access,
	params: seriesParams.extend({ rule: uuid() }),
} satisfies Shared;

/** Messages to the guests of all dates of a series. */
export const seriesMessages = {
	list: endpoint({
		...calls.list,
		...viewSeries,
		id: 'messages.listSeriesMessages',
		path: '/api/series/{series}/messages',
		summary: 'List messages to the guests of a series, newest first.',
	}),
	create: endpoint({
		...calls.create,
		...sendSeries,
		id: 'messages.createSeriesMessage',
		path: '/api/series/{series}/messages',
		summary:
			'Send a message to the guests of a series at `sendAt`, or now if omitted. With `isDraft` it is only saved.',
	}),
	preview: endpoint({
		...calls.preview,
		...sendSeries,
		id: 'messages.previewSeriesMessage',
		path: '/api/series/{series}/messages/preview',
	}),
	test: endpoint({
		...calls.test,
		...sendSeries,
		id: 'messages.testSeriesMessage',
		path: '/api/series/{series}/messages/test',
	}),
	get: endpoint({
		...calls.get,
		...viewSeriesMessage,
		id: 'messages.getSeriesMessage',
		path: '/api/series/{series}/messages/{message}',
	}),
	update: endpoint({
		...calls.update,
		...sendSeriesMessage,
		id: 'messages.updateSeriesMessage',
		path: '/api/series/{series}/messages/{message}',
	}),
	send: endpoint({
		...calls.send,
		...sendSeriesMessage,
		id: 'messages.sendSeriesMessage',
		path: '/api/series/{series}/messages/{message}/send',
	}),
	cancel: endpoint({
		...calls.cancel,
		...sendSeriesMessage,
		id: 'messages.cancelSeriesMessage',
		path: '/api/series/{series}/messages/{message}/cancel',
	}),
	remove: endpoint({
		...calls.remove,
		...sendSeriesMessage,
		id: 'messages.deleteSeriesMessage',
		path: '/api/series/{series}/messages/{message}',
	}),
	recipients: endpoint({
		...calls.recipients,
		...viewSeriesMessage,
		id: 'messages.listSeriesRecipients',
		path: '/api/series/{series}/messages/{message}/recipients',
	}),
	rules: endpoint({
		...calls.rules,
		...viewSeries,
		id: 'messages.listSeriesRules',
		path: '/api/series/{series}/message-rules',
		summary: 'List the automatic messages to guests of a series: confirmation, reminders, thank-you.',
	}),
	createRule: endpoint({
		...calls.createRule,
		...sendSeries,
		id: 'messages.createSeriesRule',
		path: '/api/series/{series}/message-rules',
	}),
	updateRule: endpoint({
		...calls.updateRule,
		...sendSeriesRule,
		id: 'messages.updateSeriesRule',
		path: '/api/series/{series}/message-rules/{rule}',
	}),
	removeRule: endpoint({
		...calls.removeRule,
		...sendSeriesRule,
		id: 'messages.deleteSeriesRule',
		path: '/api/series/{series}/message-rules/{rule}',
	}),
	previewRule: endpoint({
		...calls.previewRule,
		...sendSeries,
		id: 'messages.previewSeriesRule',
		path: '/api/series/{series}/message-rules/preview',
	}),
};
