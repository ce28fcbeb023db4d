import type { InvariantCheck } from '../module.ts';

export const integrationChecks: InvariantCheck[] = [
	{
		name: 'integrations.deliveries-match-attempts',
		rule: 'A delivery is settled exactly when it says so, and delivered only with a try that succeeded.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(`
				SELECT d.id FROM outbound_deliveries d
				WHERE (d.state = 'due') <> (d.settled_at IS NULL)
					OR (d.state = 'delivered' AND NOT EXISTS (SELECT FROM outbound_attempts a
						WHERE a.organisation_id = d.organisation_id AND a.delivery_id = d.id AND a.error IS NULL))
				LIMIT 200`);
			return rows.map(
				({ id }) => `delivery ${id} is settled without a try that says so, or the other way round`,
			);
		},
	},
	{
		name: 'integrations.messages-name-no-people',
		rule: 'Names and emails are read when a message is sent: none are stored with it, and only webhooks get them.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ id: string }>(`
				(SELECT 'message ' || id AS id FROM outbound_messages
				WHERE payload -> 'ids' ?| '{guests,buyer,person}' OR payload -> 'object' ?| '{guests,buyer,person}' LIMIT 200)
				UNION ALL (SELECT 'connection ' || id FROM connections WHERE with_guests AND kind <> 'webhook' LIMIT 200)`);
			return rows.map(({ id }) => `${id} hands on guest data that it may not have`);
		},
	},
];
