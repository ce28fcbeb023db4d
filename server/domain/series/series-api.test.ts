import { expect, test } from 'vitest';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Making a series, and what its dates are like. */

const { api, owner } = useTestOwner();

const tuesdays = {
	title: 'Life drawing',
	startsAtLocal: '2030-01-08T19:30',
	endsAtLocal: '2030-01-08T21:00',
	timeZone: 'Europe/Berlin',
	tickets: [
		{ key: 'seat', name: 'Seat', kind: 'free', capacity: 12, salesEnd: { days: -1, time: '18:00' } },
		{ key: 'easel', name: 'Easel', kind: 'free', capacity: 3 },
	],
	questions: [
		{
			key: 'level',
			label: 'Level',
			kind: 'single_choice',
			choices: [
				{ key: 'a', label: 'New' },
				{ key: 'b', label: 'Old hand' },
			],
		},
		{
			key: 'since',
			label: 'Since when',
			kind: 'text',
			tickets: ['easel'],
			shownWhen: { question: 'level', equals: 'b' },
		},
	],
};

test('twelve Tuesdays: each an event of its own, at the same time by the clock, with the same tickets and questions', async () => {
	const made = await api.post(
		'/api/events',
		{ ...tuesdays, repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU', count: 12 } },
		{ token: owner.token },
	);
	expect(made.status, JSON.stringify(made.body)).toBe(201);
	const { series, dates } = made.body;
	expect(dates).toHaveLength(12);
	expect(series).toMatchObject({ slug: 'life-drawing', key: '2030-01-08/1' });
	expect(dates.map(({ startsAtLocal }: { startsAtLocal: string }) => startsAtLocal.slice(11))).toEqual(
		Array(12).fill('19:30'),
	);
	expect(new Set(dates.map(({ startsAt }: { startsAt: string }) => startsAt.slice(11, 16)))).toEqual(
		new Set(['18:30']),
	);
	const last = await api.get(`/api/events/${dates[11].id}`, { token: owner.token });
	expect(last.body).toMatchObject({
		title: 'Life drawing',
		status: 'draft',
		startsAtLocal: '2030-03-26T19:30',
		endsAtLocal: '2030-03-26T21:00',
	});
	const types = (await api.get(`/api/events/${dates[11].id}/ticket-types`, { token: owner.token })).body.data;
	expect(
		types.map(({ name, organiser }: { name: string; organiser: { capacity: number } }) => [
			name,
			organiser.capacity,
		]),
	).toEqual([
		['Seat', 12],
		['Easel', 3],
	]);
	expect(types[0].salesEndAt).toBe('2030-03-25T17:00:00.000Z');
	const questions = (await api.get(`/api/events/${dates[11].id}/questions`, { token: owner.token })).body
		.data;
	expect(questions[1]).toMatchObject({
		label: 'Since when',
		ticketTypeIds: [types[1].id],
		shownWhen: { questionId: questions[0].id },
	});
	const whole = await api.get(`/api/series/${series.id}`, { token: owner.token });
	expect(whole.body).toMatchObject({
		title: 'Life drawing',
		isOpen: false,
		counts: { ahead: 12, drafts: 12 },
	});
	expect((await api.get(`/api/series/${series.slug}/dates`)).body.data).toEqual([]);
	expect((await api.get(`/api/series/${series.id}/dates`, { token: owner.token })).body.data).toHaveLength(
		12,
	);
});

test('a clock change moves no date by the clock', async () => {
	const { body } = await api.post(
		'/api/events',
		{
			title: 'Early birds',
			startsAtLocal: '2030-03-24T02:30',
			timeZone: 'Europe/Berlin',
			repeat: { rule: 'FREQ=WEEKLY;BYDAY=SU', count: 3 },
		},
		{ token: owner.token },
	);
	expect(body.dates.map(({ startsAtLocal }: { startsAtLocal: string }) => startsAtLocal)).toEqual([
		'2030-03-24T02:30',
		'2030-03-31T03:30',
		'2030-04-07T02:30',
	]);
});

test('the preview has dates by hand at their own times, and refuses what is no date', async () => {
	const preview = (repeat: object, startsAtLocal = '2030-01-08T19:30') =>
		api.post('/api/series/preview', { startsAtLocal, timeZone: 'Europe/Berlin', repeat });
	const { body } = await preview({
		rule: '',
		dates: ['2030-02-02T15:00', '2030-01-20T19:30'],
		skip: ['2030-99-99/1'],
	});
	expect(body.dates.map(({ startsAtLocal }: { startsAtLocal: string }) => startsAtLocal)).toEqual([
		'2030-01-08T19:30',
		'2030-01-20T19:30',
		'2030-02-02T15:00',
	]);
	for (const [repeat, start] of [
		[{ rule: '', dates: ['2030-13-01T10:00'] }, undefined],
		[{ rule: 'FREQ=DAILY' }, '2030-02-30T10:00'],
	] as const) {
		const refused = await preview(repeat, start);
		expect([refused.status, refused.body.details[0].code]).toEqual([400, 'VALIDATION_INVALID_DATE']);
	}
	const within = await preview({ rule: 'FREQ=SECONDLY' });
	expect([within.status, within.body.metadata.rule]).toEqual([422, 'repeat-unreadable']);
});

test('a series is booked as a whole only where it has an end, and no more dates than one booking holds', async () => {
	const { token } = owner;
	const made = async (repeat: object) =>
		(
			await api.post(
				'/api/events',
				{ title: 'Choir course', startsAtLocal: '2030-01-08T19:30', timeZone: 'UTC', repeat },
				{ token },
			)
		).body.series.id as string;
	const asCourse = async (id: string) =>
		(await api.patch(`/api/series/${id}`, { booking: 'all' }, { token })).body.metadata?.rule ?? 'done';
	expect(await asCourse(await made({ rule: 'FREQ=WEEKLY' }))).toBe('course-without-end');
	expect(await asCourse(await made({ rule: 'FREQ=DAILY', count: 61 }))).toBe('course-too-long');
	const full = await made({ rule: 'FREQ=DAILY', count: 60 });
	expect(await asCourse(full)).toBe('done');
	const more = await api.post(`/api/series/${full}/dates`, { startsAtLocal: '2031-01-08T19:30' }, { token });
	expect(more.body.metadata.rule).toBe('course-too-long');
});
