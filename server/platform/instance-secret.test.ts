import { expect, test } from 'vitest';
import { useTestDatabase } from '#tests/support/database.ts';
import { getInstanceSecret, getSigningKey } from './instance-secret.ts';

const database = useTestDatabase();

test('processes that start together share one secret', async () => {
	const secrets = await Promise.all(
		Array.from({ length: 8 }, () => getInstanceSecret(database().db, 'shared')),
	);
	expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
	expect(secrets[0]).toHaveLength(32);
	expect(await getInstanceSecret(database().db, 'other')).not.toEqual(secrets[0]);
});

test('the setting wins over the stored key', async () => {
	const key = await getSigningKey(database().db, 'x'.repeat(40));
	expect(key).toHaveLength(32);
	expect(key).toEqual(await getSigningKey(database().db, 'x'.repeat(40)));
	expect(key).not.toEqual(await getSigningKey(database().db, undefined));
});
