import type { Services } from '#server/services.ts';
import type { Group } from '#shared/contracts/groups.ts';
import type { ApiAnswer, TestApi } from '#tests/support/api.ts';

/** A group that one order pays for, with what its leader does. */
export interface SharedGroup {
	id: string;
	/** Where its leader acts on it. */
	path: string;
	view(): Promise<Group>;
	/** Where whoever has the shared link claims a place. */
	claimPath(): Promise<string>;
	claim(guest?: { name: string; email: string }): Promise<ApiAnswer>;
}

/** Shares the tickets of a confirmed order. @param order its path, `/api/orders/{manageToken}` */
export async function shareOrder(
	api: TestApi,
	order: { path: string },
	{ name = 'Table 7', keepIds = [] as string[] } = {},
): Promise<SharedGroup> {
	const shared = await api.post(`${order.path}/group`, { name, keepIds });
	if (shared.status !== 201) throw new Error(JSON.stringify(shared.body));
	return groupOf(api, shared.body.groupToken);
}

/** A group by the link of its leader. */
export async function groupOf(api: TestApi, groupToken: string): Promise<SharedGroup> {
	const path = `/api/groups/${groupToken}`;
	const view = async (): Promise<Group> => (await api.get(path)).body;
	const { id } = await view();
	const claimPath = async () => `/api/claims/${(await view()).claimToken}`;
	let guests = 0;
	return {
		...{ id, path, view, claimPath },
		async claim(guest) {
			guests += 1;
			return api.post(
				await claimPath(),
				guest ?? { name: `Guest ${guests}`, email: `guest-${guests}@example.org` },
			);
		},
	};
}

/** Writes an invitation as its leader does, without an email. @returns its id */
export async function insertInvitation(
	services: Pick<Services, 'database'>,
	group: { id: string },
	to: { name?: string; email: string },
): Promise<{ id: string; eventId: string }> {
	const { rows } = await services.database.pool.query<{ id: string; eventId: string }>(
		`INSERT INTO group_invitations (id, organisation_id, event_id, group_id, name, email)
		SELECT uuidv7(), organisation_id, event_id, id, $2, $3 FROM group_bookings WHERE id = $1
		RETURNING id, event_id AS "eventId"`,
		[group.id, to.name ?? '', to.email],
	);
	return rows[0] as { id: string; eventId: string };
}
