import type { ClaimScope, GroupScope } from '#server/http/handler.ts';
import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';

const leaderPurpose = 'group-leader';
const sharedPurpose = 'group-claim';
const invitedPurpose = 'group-invitation';

type Secret = Pick<Services, 'secret'>;

/** The signed link of the leader of a group. */
export const groupTokenOf = ({ secret }: Secret, group: { id: string; eventId: string }): string =>
	makeSignedIds(secret, leaderPurpose, { first: group.eventId, second: group.id, version: 1 });

/** The page of the leader of a group. */
export const groupLinkOf = (services: Services, group: { id: string; eventId: string }): string =>
	`${services.config.appUrl}/group/${groupTokenOf(services, group)}`;

/** The link that the leader of a group shares: anyone with it may claim a spot. A new version invalidates older ones. */
export const sharedClaimTokenOf = (
	{ secret }: Secret,
	group: { id: string; eventId: string; linkVersion: number },
): string =>
	makeSignedIds(secret, sharedPurpose, {
		...{ first: group.eventId, second: group.id, version: group.linkVersion },
	});

/** The link of an invitation to a group. */
export const invitationTokenOf = ({ secret }: Secret, invitation: { id: string; eventId: string }): string =>
	makeSignedIds(secret, invitedPurpose, { first: invitation.eventId, second: invitation.id, version: 1 });

/** The page on which a place of a group is claimed. */
export const claimLinkOf = (services: Services, claimToken: string): string =>
	`${services.config.appUrl}/claim/${claimToken}`;

/** The group behind the link of its leader, whatever became of it. */
export async function findGroupByToken(
	{ secret, database }: Services,
	token: string,
): Promise<GroupScope | null> {
	const ids = readSignedIds(secret, leaderPurpose, token);
	if (!ids) return null;
	const { rows } = await database.pool.query<GroupScope>({
		name: 'groups.by-token',
		text: `SELECT g.organisation_id AS "organisationId", g.event_id AS "eventId", g.id AS "groupId"
			FROM names n JOIN group_bookings g ON g.organisation_id = n.organisation_id AND g.event_id = $1::uuid
			WHERE n.kind = 'event' AND n.name = $1::uuid::text AND g.id = $2::uuid`,
		values: [ids.first, ids.second],
	});
	return rows[0] ?? null;
}

/** The group behind a link by which its places are claimed: the one that is shared, of its last version, or that of an invitation. */
export async function findClaimByToken(
	{ secret, database }: Services,
	token: string,
): Promise<ClaimScope | null> {
	const shared = readSignedIds(secret, sharedPurpose, token);
	if (shared) {
		const { rows } = await database.pool.query<ClaimScope>({
			name: 'groups.claim-by-token',
			text: `SELECT g.organisation_id AS "organisationId", g.event_id AS "eventId", g.id AS "groupId", NULL AS "invitationId"
				FROM names n JOIN group_bookings g ON g.organisation_id = n.organisation_id AND g.event_id = $1::uuid
				WHERE n.kind = 'event' AND n.name = $1::uuid::text AND g.id = $2::uuid AND g.link_version = $3`,
			values: [shared.first, shared.second, shared.version],
		});
		return rows[0] ?? null;
	}
	const invited = readSignedIds(secret, invitedPurpose, token);
	if (!invited) return null;
	const { rows } = await database.pool.query<ClaimScope>({
		name: 'groups.invitation-by-token',
		text: `SELECT i.organisation_id AS "organisationId", i.event_id AS "eventId", i.group_id AS "groupId", i.id AS "invitationId"
			FROM names n JOIN group_invitations i ON i.organisation_id = n.organisation_id AND i.event_id = $1::uuid
			WHERE n.kind = 'event' AND n.name = $1::uuid::text AND i.id = $2::uuid AND i.state <> 'cancelled'`,
		values: [invited.first, invited.second],
	});
	return rows[0] ?? null;
}
