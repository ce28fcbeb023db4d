import { expect, test } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestServices } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { accountChecks } from './checks.ts';

const database = useTestDatabase();

test('an organisation whose last owner is gone is reported; one that an import made and nobody has yet is not', async () => {
	const services = await createTestServices(database());
	const { organisationId } = await makeUser(services);
	await database().pool.query(
		"INSERT INTO organisations (id, name, slug) VALUES (gen_random_uuid(), 'Imported', 'imported')",
	);
	const [check] = accountChecks;
	expect(await check?.run(services)).toEqual([]);
	// Of a time before the database required owners.
	await database().pool.query('ALTER TABLE memberships DISABLE TRIGGER memberships_keep_an_owner');
	await database().pool.query("UPDATE memberships SET role = 'staff' WHERE organisation_id = $1", [
		organisationId,
	]);
	expect(await check?.run(services)).toEqual([expect.stringContaining(organisationId)]);
});
