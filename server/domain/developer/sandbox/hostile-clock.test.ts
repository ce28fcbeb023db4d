import { describe, expect, test } from 'vitest';
import { makeMember, makeUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useSandboxOwner } from '#tests/support/use-sandbox.ts';
import { readAdvance } from './move-clock.ts';

const world = useSandboxOwner();
const { services, api, owner, as, path, make } = world;
const { read, advanceBy, settle, moveOn, query: rows } = world;

describe('what the clock of a sandbox refuses', () => {
	test('takes durations of ISO 8601, whole minutes of them', async () => {
		await make();
		for (const duration of [
			'P30',
			'30D',
			'PT',
			'PT0M',
			'-P1D',
			'P91D',
			'PT90S',
			'P1Y',
			'PT1.5S',
			'P1D2H',
			'x'.repeat(41),
			...[
				'P1000Y',
				'P9999999999Y',
				'P0D',
				'P1.5D',
				'PT130000M',
				'PT-5M',
				'P1D-1',
				'P1D ',
				'P١D',
				'P30D\0',
				'',
			],
			'P'.repeat(60_000),
		]) {
			const answer = await advanceBy(duration);
			expect([duration, answer.status, answer.body.code]).toEqual([duration, 400, 'VALIDATION_FAILED']);
		}
		const tooLarge = await advanceBy('P'.repeat(1_500_000));
		expect(tooLarge.status).toBe(413);
		for (const wrong of [null, 30, ['P1D'], { days: 1 }])
			expect((await api.post(`${path()}/clock`, { advanceBy: wrong }, as(owner))).status).toBe(400);
		expect(await read()).toMatchObject({ movedHours: 0, isSettled: true });
		for (const [duration, hours] of [
			['PT1M', 1 / 60],
			['PT120S', 2 / 60],
			['PT90M', 1.5],
			['P1DT2H', 26],
			['P1W', 168],
		] as const) {
			const before = (await read()).movedHours;
			await advanceBy(duration);
			await settle();
			expect((await read()).movedHours - before).toBeCloseTo(hours, 6);
		}
	});

	test('a month is that of the calendar, in UTC', () => {
		const minutes = (text: string, now: string) => readAdvance(text, new Date(now));
		expect(minutes('P1M', '2027-01-31T10:00:00Z')).toBe(28 * 24 * 60);
		expect(minutes('P1M', '2027-03-05T10:00:00Z')).toBe(31 * 24 * 60);
	});

	test('refuses keys and members of others, live keys and members who reach some events alone', async () => {
		const { id, events } = await make();
		const stranger = await makeUser(services);
		const limited = await makeMember(services, owner.organisationId, 'admin', [
			(await makeEvent(services, owner)).id,
		]);
		const callers = [
			{ who: 'nobody', token: undefined, status: 401 },
			{ who: 'a stranger', token: stranger.token, status: 404 },
			{
				who: 'a test key of others',
				token: (await makeApiKey(services, stranger, { environment: 'test', scopes: ['sandbox:write'] }))
					.token,
				status: 404,
			},
			{ who: 'a live key', token: (await makeApiKey(services, owner)).token, status: 404 },
			{ who: 'a member of one event', token: limited.token, status: 404 },
		];
		for (const { who, token, status } of callers)
			for (const [where, body] of [
				['clock', { advanceBy: 'P1D' }],
				['reset', undefined],
				['orders', { eventId: events[0]?.id }],
			] as const) {
				const answer = await api.post(`/api/organisations/${id}/sandbox/${where}`, body, { token });
				expect([who, where, answer.status]).toEqual([who, where, status]);
			}
		expect(await read()).toMatchObject({ movedHours: 0, acts: [{ kind: 'made' }] });
	});

	test('what is too far, too often or too large is refused', async () => {
		expect((await moveOn(1)).body.metadata).toMatchObject({ rule: 'no-sandbox' });
		const { id } = await make();
		expect((await moveOn(0)).status).toBe(400);
		expect((await moveOn(90 * 24 + 1)).status).toBe(400);
		await rows(
			`INSERT INTO page_views (id, path, organisation_id, device)
				SELECT gen_random_uuid(), '/', $1, 'mobile' FROM generate_series(1, 20001)`,
			[id],
		);
		expect((await moveOn(1)).body.metadata).toMatchObject({ rule: 'sandbox-too-large' });
		await rows('DELETE FROM page_views');
		await rows(
			`INSERT INTO sandbox_acts (id, organisation_id, kind, hours, total_hours, made_by)
				SELECT gen_random_uuid(), $1, 'moved', 1, 1, $2 FROM generate_series(1, 30)`,
			[owner.organisationId, owner.userId],
		);
		const often = await moveOn(1);
		expect([often.status, often.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
	});
});
