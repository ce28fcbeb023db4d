import type { WaitlistScope } from '#server/http/handler.ts';
import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

const purpose = 'waitlist';

interface Entry {
	id: string;
	eventId: string;
	tokenVersion: number;
}

/** The signed link of an entry. */
export const waitlistTokenOf = (
	{ secret }: Pick<Services, 'secret'>,
	{ id, eventId, tokenVersion }: Entry,
): string => makeSignedIds(secret, purpose, { first: eventId, second: id, version: tokenVersion });

/** The page of an entry. */
export const waitlistLinkOf = (services: Services, entry: Entry): string =>
	`${services.config.appUrl}/waitlist/${waitlistTokenOf(services, entry)}`;

/** The entry behind a signed link, whatever became of it. */
export async function findEntryByToken(
	{ secret, database }: Services,
	token: string,
): Promise<WaitlistScope | null> {
	const ids = readSignedIds(secret, purpose, token);
	if (!ids) return null;
	const { rows } = await database.pool.query<WaitlistScope>({
		name: 'waitlist.entry-by-token',
		text: `SELECT w.organisation_id AS "organisationId", w.event_id AS "eventId", w.id AS "entryId"
			FROM names n JOIN waitlist_entries w ON w.organisation_id = n.organisation_id AND w.event_id = $1::uuid
			WHERE n.kind = 'event' AND n.name = $1::uuid::text AND w.id = $2::uuid AND w.token_version = $3`,
		values: [ids.first, ids.second, ids.version],
	});
	return rows[0] ?? null;
}

/** The entry behind a signed link. @throws not-found */
export async function getEntryOfToken(services: Services, token: string): Promise<WaitlistScope> {
	const entry = await findEntryByToken(services, token);
	if (!entry) throw notFound('Waitlist entry');
	return entry;
}
