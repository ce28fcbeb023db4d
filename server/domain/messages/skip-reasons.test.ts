import { expect, test } from 'vitest';
import { mailOptOuts, mailSuppressions } from '#server/db/tables/notifications.ts';
import { followers } from '#server/db/tables/organisers.ts';
import { hashOfAddress } from '#server/domain/notifications/opt-outs.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { findSkipReasons } from './skip-reasons.ts';

const database = useTestDatabase();

test('addresses are left out by what bounced, what they opted out of and whom they follow, of this organisation', async () => {
	const services = await createTestServices(database());
	const { db } = services.database;
	const { organisationId } = await makeUser(services);
	const other = await makeUser(services);
	const now = services.clock.now();
	const day = 86_400_000;
	const address = (name: string) => `${name}@example.org`;
	await db.insert(mailSuppressions).values(
		(
			[
				['everywhere', null, null],
				['here', organisationId, new Date(now.getTime() + day)],
				['elsewhere', other.organisationId, null],
				['over', null, new Date(now.getTime() - day)],
			] as const
		).map(([name, of, until]) => ({
			...{ id: newId(), organisationId: of, until },
			emailHash: hashOfAddress(address(name)),
			reason: 'bounced' as const,
		})),
	);
	await db.insert(mailOptOuts).values([
		{ emailHash: hashOfAddress(address('service')), template: 'messages/service', organisationId },
		{ emailHash: hashOfAddress(address('news')), template: 'messages/marketing', organisationId },
		{
			emailHash: hashOfAddress(address('others')),
			template: 'messages/service',
			organisationId: other.organisationId,
		},
		{ emailHash: hashOfAddress(address('reminders')), template: 'events/reminder' },
		{ emailHash: hashOfAddress(address('here')), template: 'messages/service', organisationId },
	]);
	const follow = (name: string, state: 'pending' | 'confirmed' | 'left', of = organisationId) => ({
		...{ id: newId(), organisationId: of, state, email: address(name), emailKey: address(name) },
		...{ consentText: 'yes', consentedAt: now, confirmedAt: state === 'confirmed' ? now : null },
	});
	await db
		.insert(followers)
		.values([
			follow('follows', 'confirmed'),
			follow('news', 'confirmed'),
			follow('pending', 'pending'),
			follow('left', 'left'),
			follow('others', 'confirmed', other.organisationId),
		]);
	const names = [
		...['everywhere', 'here', 'elsewhere', 'over', 'service', 'news', 'others', 'reminders'],
		...['follows', 'pending', 'left', 'nothing'],
	];
	const reasons = async (category: 'service' | 'marketing') =>
		Object.fromEntries(await findSkipReasons(db, { organisationId, category }, names.map(address)));
	expect(await reasons('service')).toEqual({
		[address('everywhere')]: 'bounced',
		[address('here')]: 'bounced',
		[address('service')]: 'opted_out',
	});
	const marketing = await reasons('marketing');
	expect(marketing[address('here')]).toBe('bounced');
	expect(marketing[address('news')]).toBe('opted_out');
	expect(marketing[address('follows')]).toBeUndefined();
	for (const name of ['elsewhere', 'over', 'service', 'others', 'reminders', 'pending', 'left', 'nothing'])
		expect([name, marketing[address(name)]]).toEqual([name, 'not_following']);
	expect((await findSkipReasons(db, { organisationId, category: 'marketing' }, [])).size).toBe(0);
});
