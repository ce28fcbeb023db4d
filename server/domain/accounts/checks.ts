import type { InvariantCheck } from '../module.ts';

/** Invariants of accounts that only commands enforce; constraints enforce the others. */
export const accountChecks: InvariantCheck[] = [
	{
		name: 'accounts.organisations-have-an-owner',
		// One that was made by an import has no members until somebody is made its owner: `import events … --owner EMAIL`.
		rule: 'Every organisation that has members has an owner.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string; name: string }>(
				`SELECT o.id, o.name FROM organisations o
				WHERE EXISTS (SELECT FROM memberships m WHERE m.organisation_id = o.id)
					AND NOT EXISTS (SELECT FROM memberships m WHERE m.organisation_id = o.id AND m.role = 'owner')
				ORDER BY o.id LIMIT 200`,
			);
			return rows.map(({ id, name }) => `Organisation ${id} (${name}) has members but no owner.`);
		},
	},
];
