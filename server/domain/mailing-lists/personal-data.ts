import { emailKey } from '../accounts/email-identity.ts';
import { type PersonalDataSource, selectByEmail } from '../personal-data.ts';

/** To which mailing lists of organisers the address of a person was sent. */
export const mailingListData: PersonalDataSource[] = [
	{
		name: 'mailing-lists',
		collect: selectByEmail(
			`SELECT o.name AS organiser, l.service, l.list_name, c.state, c.settled_at
			FROM followers f
			JOIN mailing_list_contacts c ON c.organisation_id = f.organisation_id AND c.follower_id = f.id
			JOIN mailing_lists l ON l.organisation_id = c.organisation_id AND l.id = c.mailing_list_id
			JOIN organisations o ON o.id = f.organisation_id
			WHERE f.email_key = $1 AND c.remote_id IS NOT NULL ORDER BY o.name, l.id`,
			emailKey,
		),
	},
];
