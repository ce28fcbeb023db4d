import { z } from '../lib/z.ts';
import { uuid } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { type EventPlan, eventPlan } from './event-plan.ts';
import { editable } from './events.ts';
import { createdSeries } from './series.ts';

/** Keys name one thing each, and what they refer to is there. */
function checkKeys(
	body: Partial<Pick<EventPlan, 'pools' | 'tickets' | 'questions'>>,
	context: z.RefinementCtx,
): void {
	const { pools = [], tickets = [], questions = [] } = body;
	const refuse = (path: (string | number)[], message: string) =>
		context.addIssue({ code: 'custom', path, message });
	const isThere = (list: { key: string }[], key: string) => list.some((one) => one.key === key);
	for (const [name, list] of Object.entries({ pools, tickets, questions })) {
		const seen = new Set<string>();
		for (const [place, { key }] of list.entries()) {
			if (seen.has(key)) refuse([name, place, 'key'], 'This key is taken.');
			seen.add(key);
		}
	}
	for (const [place, { sharedPool }] of tickets.entries())
		if (sharedPool && !isThere(pools, sharedPool))
			refuse(['tickets', place, 'sharedPool'], 'There is no such pool.');
	for (const [place, question] of questions.entries()) {
		if (question.tickets?.some((key) => !isThere(tickets, key)))
			refuse(['questions', place, 'tickets'], 'There is no such ticket.');
		if (new Set(question.choices.map(({ key }) => key)).size < question.choices.length)
			refuse(['questions', place, 'choices'], 'Each choice needs a key of its own.');
	}
}

export const createEvent = endpoint({
	id: 'events.createEvent',
	method: 'POST',
	path: '/api/events',
	summary:
		'Create a draft. Only a title and a start are required: the end defaults to two hours later, the time zone to that of the organisation (else UTC), and a free "Standard" ticket is included. With `template` the event starts with the page, ticket types, questions and policy of a template; fields in the request override it. `tickets` (with the `pools` that they share) and `questions` are those of an `EventPlan`, and replace those of the template. With `repeat` it is the first date of a series; the other dates are created immediately.',
	access: organisationAccess('events.create'),
	limit: 'write',
	status: 201,
	hasVersion: true,
	maxBodyBytes: 300_000,
	body: z
		.object({
			...editable,
			organisationId: uuid(),
			/** A ready template by its name (`wedding`), or an own one by its id: what the event begins with. */
			template: z.string().min(1).max(100),
			pools: eventPlan.shape.pools.unwrap(),
			tickets: eventPlan.shape.tickets.unwrap(),
			questions: eventPlan.shape.questions.unwrap(),
		})
		.partial()
		.required({ title: true })
		.refine((body) => body.startsAt !== undefined || body.startsAtLocal !== undefined, {
			path: ['startsAt'],
			message: 'This field is required.',
			params: { code: 'VALIDATION_REQUIRED_FIELD' },
		})
		.superRefine(checkKeys)
		.meta({ anyOf: [{ required: ['startsAt'] }, { required: ['startsAtLocal'] }] }),
	output: createdSeries,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
