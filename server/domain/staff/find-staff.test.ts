import { expect, test, vi } from 'vitest';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { createStaffLink } from './commands/make-staff-link.ts';
import { findStaff } from './find-staff.ts';

const { database, services } = useTestApi();

async function makeLink(label: string) {
	const event = await insertSellingEvent(database());
	return createStaffLink(services, {
		...event,
		maker: { userId: null, rights: { role: 'owner', isLimited: false } },
		input: { label },
	});
}

test('devices that scan at once are looked up together, each for itself, and write once that the link is in use', async () => {
	const [north, south] = await Promise.all([makeLink('North'), makeLink('South')]);
	const query = vi.spyOn(database().pool, 'query');
	try {
		const tokens = Array.from(
			{ length: 60 },
			(_, n) => [north.token, south.token, 'unknown'][n % 3] as string,
		);
		const found = await Promise.all(tokens.map((token) => findStaff(services, token)));
		expect(found.map((staff) => staff?.label)).toEqual(
			tokens.map((_, n) => ['North', 'South', undefined][n % 3]),
		);
		const texts = query.mock.calls.map(([what]) =>
			typeof what === 'string' ? what : (what as unknown as { text: string }).text,
		);
		expect(texts.filter((text) => text.includes('staff_links l'))).toHaveLength(1);
		expect(texts.filter((text) => text.startsWith('UPDATE staff_links'))).toHaveLength(2);
	} finally {
		query.mockRestore();
	}
	const { rows } = await database().pool.query(
		`SELECT FROM staff_links WHERE label IN ('North', 'South') AND last_used_at IS NULL`,
	);
	expect(rows).toHaveLength(0);
});

test('a link that was revoked is not found any more by whoever asks from then on', async () => {
	const link = await makeLink('West');
	expect(await findStaff(services, link.token)).toMatchObject({ label: 'West', state: 'open' });
	const before = Promise.all([findStaff(services, link.token), findStaff(services, link.token)]);
	await database().pool.query(`UPDATE staff_links SET revoked_at = now() WHERE label = 'West'`);
	expect(await findStaff(services, link.token)).toBeNull();
	await before;
});
