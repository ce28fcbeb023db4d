import { beforeAll, describe, expect, test } from 'vitest';
import { duplicateEvent } from '#server/domain/events/commands/duplicate-event.ts';
import { captureEvent } from '#server/domain/events/plan/event-plan.ts';
import { type EventPlan, eventPlan } from '#shared/contracts/event-plan.ts';
import { currencyCodes } from '#shared/lib/currency-list.ts';
import { fillInsOf } from '#shared/rules/fill-ins.ts';
import { chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { readyTemplates } from './ready/index.ts';
import { planOfReady } from './ready/ready-template.ts';

const { database, services, api, owner } = useTestOwner();

beforeAll(async () => {
	const account = `/api/organisations/${owner.organisationId}/payment-account`;
	await api.post(account, { country: 'FR' }, as(owner));
	await api.post(`${account}/test`, { act: 'enable' }, as(owner));
});

const as = (user: TestUser) => ({ token: user.token });
const templatesOf = (user: TestUser) => `/api/organisations/${user.organisationId}/templates`;
const capture = (user: TestUser, eventId: string) =>
	database().transaction((tx) =>
		captureEvent(services, tx, { organisationId: user.organisationId, eventId }),
	);
const t = (message: { text: string }) => message.text;

/** An event with everything that parts copy. */
async function makeRichEvent(user: TestUser, description = 'Bring a friend.') {
	const event = await makeEvent(services, user, {
		title: 'Winter market',
		startsAtLocal: '2027-12-04T11:00',
		endsAtLocal: '2027-12-04T18:00',
		timeZone: 'Europe/Berlin',
		description,
		refundPolicy: 'Until the day before.',
		visibility: 'password',
		password: 'open sesame',
	});
	const path = `/api/events/${event.id}`;
	const pool = await api.post(`${path}/capacity-pools`, { name: 'Hall', size: 80 }, as(user));
	const stall = await api.post(
		`${path}/ticket-types`,
		{
			name: 'Stall',
			priceMinor: 4_500,
			priceTiers: [
				{ name: 'Early', priceMinor: 3_000, endsAt: '2027-11-14T09:00:00Z', soldUpTo: 10 },
				{ name: 'Later', priceMinor: 4_000, endsAt: null, soldUpTo: 15 },
			],
			capacity: 20,
			sharedPoolId: pool.body.id,
			salesStartAt: '2027-10-30T08:00:00Z',
			salesEndAt: '2027-12-01T22:59:59Z',
			admits: 2,
		},
		as(user),
	);
	const choice = await api.post(
		`${path}/questions`,
		{
			label: 'Power?',
			kind: 'single_choice',
			choices: [{ label: 'No' }, { label: 'Yes' }],
			isRequired: true,
		},
		as(user),
	);
	await api.post(
		`${path}/questions`,
		{
			label: 'How much?',
			kind: 'text',
			ticketTypeIds: [stall.body.id],
			shownWhen: { questionId: choice.body.id, equals: choice.body.choices[1].id },
		},
		as(user),
	);
	return event;
}

/** A plan without its cover, which every event has anew. */
const withoutCover = ({ page: _, ...plan }: EventPlan) => plan;

describe('ready templates', () => {
	test('there are at least 16, each with tickets, a text, a cover and a schema that holds', async () => {
		const { body } = await api.get('/api/templates');
		expect(body.data.length).toBeGreaterThanOrEqual(16);
		const wanted = [
			...['wedding', 'conference', 'meetup', 'workshop', 'concert', 'gala', 'charity-run', 'school-fair'],
			...['market', 'webinar', 'course', 'club-night', 'open-house', 'reunion', 'sports-day', 'book-launch'],
		];
		expect(body.data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(wanted));
		for (const ready of readyTemplates) {
			const plan = planOfReady(ready, { t });
			expect(eventPlan.parse(plan)).toEqual(plan);
			expect(plan.tickets.length, ready.key).toBeGreaterThan(0);
			expect(plan.questions.length, ready.key).toBeGreaterThan(0);
			expect(plan.basics.description?.length, ready.key).toBeGreaterThan(250);
			const keys = plan.tickets.map(({ key }) => key);
			const pools = plan.pools.map(({ key }) => key);
			for (const { sharedPool } of plan.tickets) if (sharedPool) expect(pools).toContain(sharedPool);
			for (const [place, { tickets, shownWhen }] of plan.questions.entries()) {
				for (const key of tickets ?? []) expect(keys, ready.key).toContain(key);
				const deciding = plan.questions.slice(0, place).find(({ key }) => key === shownWhen?.question);
				if (shownWhen) expect(deciding?.choices.map(({ key }) => key)).toContain(shownWhen.equals);
			}
			const cover = await api.get(body.data.find(({ id }: { id: string }) => id === ready.key).coverUrl);
			expect(cover.body).toContain('<svg');
		}
	});

	test.each(readyTemplates.map((ready) => [ready.key]))(
		'%s makes a draft with all it promises',
		async (key) => {
			const made = await api.post(
				'/api/events',
				{ template: key, title: 'Ours', startsAtLocal: '2027-09-11T16:15', timeZone: 'Europe/Paris' },
				as(owner),
			);
			expect(made.status).toBe(201);
			const { body: card } = await api.get(`/api/templates/${key}`);
			expect(card.descriptionHtml).toContain('<');
			expect(made.body).toMatchObject({
				title: 'Ours',
				status: 'draft',
				startsAtLocal: '2027-09-11T16:15',
				category: card.category,
				format: card.format,
				refundPolicy: card.plan.policy.refundPolicy,
				visibility: card.plan.policy.visibility,
			});
			expect(Date.parse(made.body.endsAt) - Date.parse(made.body.startsAt)).toBe(card.lengthMinutes * 60_000);
			const types = await api.get(`/api/events/${made.body.id}/ticket-types`, as(owner));
			expect(types.body.data.map(({ name }: { name: string }) => name)).toEqual(
				card.plan.tickets.map(({ name }: { name: string }) => name),
			);
			const questions = await api.get(`/api/events/${made.body.id}/questions`, as(owner));
			expect(questions.body.data.map(({ label }: { label: string }) => label)).toEqual(
				card.plan.questions.map(({ label }: { label: string }) => label),
			);
			// Sold by the API itself, as a guest would.
			const published = await api.post(`/api/events/${made.body.id}/publish`, undefined, as(owner));
			expect(published.status).toBe(200);
		},
	);

	test('what is to be filled in is in brackets; no other text speaks to the organiser', () => {
		const left = readyTemplates.filter((ready) => {
			const { basics, policy } = planOfReady(ready, { t });
			const texts = [basics.summary ?? '', basics.description ?? '', policy.refundPolicy ?? ''];
			for (const text of texts)
				expect(text, ready.key).not.toMatch(/\bhere it\b|\bSay (who|what|here)|: title,| here\.$/);
			return fillInsOf(...texts).length > 0;
		});
		expect(left.map(({ key }) => key)).toEqual(
			expect.arrayContaining([
				...['meetup', 'wedding', 'workshop', 'concert', 'conference', 'charity-run', 'webinar', 'course'],
				...['club-night', 'book-launch', 'private-party'],
			]),
		);
	});

	test('times in the text and sales windows follow the start that was typed', async () => {
		const made = await api.post(
			'/api/events',
			{
				template: 'meetup',
				title: 'Late meetup',
				startsAtLocal: '2027-04-01T20:00',
				timeZone: 'Europe/Rome',
			},
			as(owner),
		);
		expect(made.body.description).toContain('**19:45** Doors open');
		const run = await api.post(
			'/api/events',
			// The clocks change between the end of the sale and the start.
			{ template: 'charity-run', title: 'Run', startsAtLocal: '2027-03-29T09:00', timeZone: 'Europe/Rome' },
			as(owner),
		);
		const types = await api.get(`/api/events/${run.body.id}/ticket-types`, as(owner));
		expect(types.body.data[0].salesEndAt).toBe('2027-03-27T19:00:00.000Z');
	});

	test('what was typed comes before the template, and the organisation’s own policy before an example', async () => {
		const other = await makeUser(services);
		const settings = `/api/organisations/${other.organisationId}/settings`;
		const saved = await api.patch(
			settings,
			{ defaultRefundPolicy: 'Ours.', defaultCurrency: 'JPY' },
			{ ...as(other), headers: { 'If-Match': '"0"' } },
		);
		expect(saved.status).toBe(200);
		const made = await api.post(
			'/api/events',
			{
				template: 'concert',
				title: 'Own words',
				startsAtLocal: '2027-04-01T20:00',
				timeZone: 'Asia/Tokyo',
				description: 'Mine.',
				category: 'film',
			},
			as(other),
		);
		expect(made.body).toMatchObject({ description: 'Mine.', category: 'film', refundPolicy: 'Ours.' });
		const types = await api.get(`/api/events/${made.body.id}/ticket-types`, as(other));
		expect(types.body.data[0]).toMatchObject({ currency: 'JPY', priceMinor: 1_800 });
	});

	test('example prices can be charged in every currency', () => {
		for (const currency of currencyCodes)
			for (const ready of readyTemplates)
				for (const { priceMinor, kind } of planOfReady(ready, { t, currency }).tickets)
					if (kind !== 'add_on')
						expect([currency, ready.key, chargeProblem(priceMinor, currency)][2]).toBeNull();
	});

	test('an unknown one is refused by its field', async () => {
		const made = await api.post(
			'/api/events',
			{ template: 'nothing', title: 'x', startsAtLocal: '2027-04-01T20:00' },
			as(owner),
		);
		expect([made.status, made.body.details[0].field]).toEqual([400, 'template']);
	});
});

describe('parts', () => {
	test('capture, apply, capture is the identity, by template and by duplicate', async () => {
		const event = await makeRichEvent(owner);
		const plan = await capture(owner, event.id);
		expect(eventPlan.parse(plan)).toEqual(plan);
		expect(JSON.stringify(plan)).not.toContain('sesame');
		expect(plan.tickets[1]).toMatchObject({
			sharedPool: 'pool-1',
			salesStart: { days: -35, time: '10:00' },
			salesEnd: { days: -3, time: '23:59:59' },
			priceTiers: [
				{ name: 'Early', priceMinor: 3_000, endsAt: { days: -20, time: '10:00' }, soldUpTo: 10 },
				{ name: 'Later', endsAt: null, soldUpTo: 15 },
			],
		});
		expect(plan.questions[1]).toMatchObject({ tickets: ['ticket-2'], shownWhen: { question: 'question-1' } });

		const saved = await api.post(templatesOf(owner), { fromEvent: event.code, name: 'Market' }, as(owner));
		expect(saved.status).toBe(201);
		expect(saved.body).toMatchObject({ origin: 'own', version: 1, brings: { tickets: 2, questions: 2 } });
		const made = await api.post(
			'/api/events',
			{ template: saved.body.id, title: 'Next market', startsAtLocal: '2028-12-02T11:00' },
			as(owner),
		);
		expect(made.status).toBe(201);
		expect(made.body).toMatchObject({ timeZone: 'Europe/Berlin', visibility: 'unlisted' });
		expect(withoutCover(await capture(owner, made.body.id))).toEqual(withoutCover(plan));

		const copy = await duplicateEvent(services, {
			organisationId: owner.organisationId,
			eventId: event.id,
			userId: owner.userId,
		});
		expect(withoutCover(await capture(owner, copy))).toEqual(withoutCover(plan));
	});
});

describe('own templates', () => {
	test('have versions; a template never changes an event that was made from it', async () => {
		const user = await makeUser(services);
		const event = await makeRichEvent(user, 'First text.');
		const saved = await api.post(templatesOf(user), { fromEvent: event.id, name: 'Ours' }, as(user));
		const first = await api.post(
			'/api/events',
			{ template: saved.body.id, title: 'One', startsAtLocal: '2028-01-02T11:00' },
			as(user),
		);
		await api.patch(`/api/events/${event.id}`, { description: 'Second text.' }, as(user));
		const versions = `${templatesOf(user)}/${saved.body.id}/versions`;
		const stale = await api.post(
			versions,
			{ fromEvent: event.id },
			{ ...as(user), headers: { 'If-Match': '"9"' } },
		);
		expect(stale.status).toBe(412);
		const next = await api.post(versions, { fromEvent: event.id }, as(user));
		expect(next.body).toMatchObject({ id: saved.body.id, version: 2, own: { number: 2 } });
		const read = await api.get(`/api/templates/${saved.body.id}`, as(user));
		expect(read.body.plan.basics.description).toBe('Second text.');
		const unchanged = await api.get(`/api/events/${first.body.id}`, as(user));
		expect(unchanged.body.description).toBe('First text.');
		const { rows } = await database().pool.query(
			'SELECT number FROM template_versions WHERE template_id = $1 ORDER BY number',
			[saved.body.id],
		);
		expect(rows).toEqual([{ number: 1 }, { number: 2 }]);
	});

	test('are renamed under a name of their own, and archived', async () => {
		const user = await makeUser(services);
		const event = await makeEvent(services, user);
		const body = { fromEvent: event.id };
		const one = await api.post(templatesOf(user), { ...body, name: 'Jazz' }, as(user));
		const two = await api.post(templatesOf(user), { ...body, name: 'Swing' }, as(user));
		const again = await api.post(templatesOf(user), { ...body, name: 'JAZZ' }, as(user));
		expect([again.status, again.body.code, again.body.details[0].field]).toEqual([
			409,
			'RESOURCE_ALREADY_EXISTS',
			'name',
		]);
		const path = (id: string) => `${templatesOf(user)}/${id}`;
		expect((await api.patch(path(two.body.id), { name: 'jazz' }, as(user))).status).toBe(409);
		const renamed = await api.patch(path(two.body.id), { name: 'Blues', purpose: 'culture' }, as(user));
		expect(renamed.body).toMatchObject({ name: 'Blues', purpose: 'culture', version: 2 });
		expect((await api.delete(path(one.body.id), as(user))).status).toBe(204);
		expect((await api.delete(path(one.body.id), as(user))).status).toBe(404);
		expect((await api.post(templatesOf(user), { ...body, name: 'Jazz' }, as(user))).status).toBe(201);
		const { body: list } = await api.get('/api/templates', as(user));
		const own = list.data.filter(({ origin }: { origin: string }) => origin === 'own');
		expect(own.map(({ name }: { name: string }) => name).sort()).toEqual(['Blues', 'Jazz']);
		const filtered = await api.get('/api/templates', { ...as(user), query: { purpose: 'culture' } });
		expect(filtered.body.data[0].name).toBe('Blues');
		const made = await api.post(
			'/api/events',
			{ template: one.body.id, title: 'x', startsAtLocal: '2027-04-01T20:00' },
			as(user),
		);
		expect(made.body.details[0].field).toBe('template');
	});

	test('are read by members who see all events, and nobody else', async () => {
		const user = await makeUser(services);
		const event = await makeEvent(services, user);
		const { body: saved } = await api.post(
			templatesOf(user),
			{ fromEvent: event.id, name: 'Ours' },
			as(user),
		);
		const path = `/api/templates/${saved.id}`;
		const colleague = await makeMember(services, user.organisationId, 'marketing');
		const limited = await makeMember(services, user.organisationId, 'event_manager', [event.id]);
		expect((await api.get(path, as(colleague))).status).toBe(200);
		for (const token of [limited.token, owner.token, undefined]) {
			expect((await api.get(path, { token })).status).toBe(404);
			const { body } = await api.get('/api/templates', { token });
			expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(saved.id);
		}
		const stolen = await api.post(
			'/api/events',
			{ template: saved.id, title: 'x', startsAtLocal: '2027-04-01T20:00' },
			as(owner),
		);
		expect(stolen.body.details[0].field).toBe('template');
		const foreign = await api.post(templatesOf(owner), { fromEvent: event.id, name: 'Theirs' }, as(owner));
		expect(foreign.status).toBe(404);
		const finance = await makeMember(services, user.organisationId, 'finance');
		const refused = await api.post(templatesOf(user), { fromEvent: event.id, name: 'Mine' }, as(finance));
		expect(refused.status).toBe(403);
	});

	test('of more than 200 kB are refused with their size, and nothing is written', async () => {
		const user = await makeUser(services);
		const event = await makeEvent(services, user, { description: '€'.repeat(50_000) });
		const choices = Array.from({ length: 100 }, (_, place) => ({ label: `${place} ${'é'.repeat(190)}` }));
		const ask = async (label: string) =>
			api.post(`/api/events/${event.id}/questions`, { label, kind: 'single_choice', choices }, as(user));
		await ask('First');
		expect((await api.post(templatesOf(user), { fromEvent: event.id, name: 'Fits' }, as(user))).status).toBe(
			201,
		);
		await ask('Second');
		const refused = await api.post(templatesOf(user), { fromEvent: event.id, name: 'Large' }, as(user));
		expect(refused.status).toBe(422);
		expect(refused.body.metadata).toMatchObject({ rule: 'template-too-large', maxBytes: 200_000 });
		expect(refused.body.userMessage).toMatch(/this event has 2\d\d kB; the limit is 200 kB/);
		const { rows } = await database().pool.query('SELECT name FROM templates WHERE organisation_id = $1', [
			user.organisationId,
		]);
		expect(rows).toEqual([{ name: 'Fits' }]);
	});

	test('are limited in number, also when saved at the same time', async () => {
		const user = await makeUser(services);
		const event = await makeEvent(services, user);
		await database().pool.query(
			`INSERT INTO templates (id, organisation_id, name, purpose, outline, current, created_by)
			SELECT gen_random_uuid(), $1, 'Template ' || n, 'culture', '{}', 1, $2 FROM generate_series(1, 199) n`,
			[user.organisationId, user.userId],
		);
		const answers = await Promise.all(
			['a', 'b', 'c'].map((name) => api.post(templatesOf(user), { fromEvent: event.id, name }, as(user))),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
		const refused = answers.find(({ status }) => status === 422);
		expect(refused?.body.metadata.rule).toBe('too-many-templates');
	});
});
