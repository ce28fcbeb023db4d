import type { PersonalDataSource } from '#server/domain/personal-data.ts';

/** Personal data in accounts and settings. */
export const ownData: PersonalDataSource[] = [
	{
		name: 'account',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT id, email, email_verified_at, first_name, last_name, is_admin, created_at, updated_at,
					(SELECT coalesce(json_agg(json_build_object('issuer', issuer, 'subject', subject, 'email', email,
						'created_at', created_at, 'last_used_at', last_used_at)), '[]') FROM user_identities i WHERE i.user_id = u.id)
						AS sign_in_providers,
					(SELECT enabled_at FROM two_factors f WHERE f.user_id = u.id) AS two_factor_since
				FROM users u WHERE id = $1`,
				[userId],
			);
			return rows[0];
		},
	},
	{
		name: 'sessions',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT user_agent, is_remembered, created_at, last_seen_at, expires_at, revoked_at
				FROM sessions WHERE user_id = $1 ORDER BY created_at`,
				[userId],
			);
			return rows;
		},
	},
	{
		name: 'organisations',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				`SELECT o.id, o.name, o.slug, m.role, m.created_at AS member_since,
					CASE WHEN m.role = 'owner' THEN to_jsonb(s) END AS settings
				FROM memberships m JOIN organisations o ON o.id = m.organisation_id
				LEFT JOIN organisation_settings s ON s.organisation_id = o.id
				WHERE m.user_id = $1 ORDER BY m.created_at`,
				[userId],
			);
			return rows;
		},
	},
	{
		name: 'notifications',
		async collect({ database }, { userId }) {
			const { rows } = await database.pool.query(
				'SELECT kind, channel, is_on, updated_at FROM notification_choices WHERE user_id = $1',
				[userId],
			);
			return rows;
		},
	},
];
