import type { InvariantCheck } from '../module.ts';

export const mailingListChecks: InvariantCheck[] = [
	{
		name: 'mailing-lists.contacts-are-settled',
		rule: 'A contact is settled exactly when it is not due, and one that was added has an id at its service.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ list: string; follower: string }>(`
				SELECT mailing_list_id AS list, follower_id AS follower FROM mailing_list_contacts
				WHERE (state = 'due') <> (settled_at IS NULL) OR (state = 'added' AND remote_id IS NULL) OR attempts < 0
				LIMIT 200`);
			return rows.map(({ list, follower }) => `contact ${follower} of list ${list} is not what it says`);
		},
	},
	{
		name: 'mailing-lists.followers-agree',
		rule: 'Who has not agreed to news for a day is on no active mailing list.',
		async run({ database }) {
			const { rows } = await database.pool.query<{ list: string; follower: string }>(`
				SELECT c.mailing_list_id AS list, c.follower_id AS follower FROM mailing_list_contacts c
				JOIN mailing_lists l ON l.organisation_id = c.organisation_id AND l.id = c.mailing_list_id AND l.state = 'active'
				LEFT JOIN followers f ON f.organisation_id = c.organisation_id AND f.id = c.follower_id
				WHERE c.state = 'added' AND c.settled_at < now() - interval '1 day'
					AND (f.id IS NULL OR (f.state <> 'confirmed' AND coalesce(f.left_at, f.consented_at) < now() - interval '1 day'))
				LIMIT 200`);
			return rows.map(({ list, follower }) => `follower ${follower} left, and is still on list ${list}`);
		},
	},
];
