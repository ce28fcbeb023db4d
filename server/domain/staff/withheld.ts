import type { DbOrTx } from '#server/db/client.ts';
import { readMakers, rightsAt } from '#server/domain/accounts/handing-on.ts';
import { withinRights } from '#shared/rules/handing-on.ts';
import type { StaffAbility } from '#shared/rules/staff-abilities.ts';
import type { StaffLinkRow } from './queries.ts';

/** A link, of an event or of a series, which reaches no single event. */
type Made = Pick<StaffLinkRow, 'id' | 'organisationId' | 'createdBy' | 'abilities'> & { eventId?: string };

/** Abilities of links that do not work, by link: their maker may not hand them on any more. */
export async function withheldOf(db: DbOrTx, links: readonly Made[]): Promise<Map<string, StaffAbility[]>> {
	const made = links.filter((link): link is Made & { createdBy: string } => link.createdBy !== null);
	const makers = await readMakers(
		db,
		made.map(({ organisationId, createdBy: userId }) => ({ organisationId, userId })),
	);
	const withheld = new Map<string, StaffAbility[]>(links.map(({ id }) => [id, []]));
	for (const [index, link] of made.entries()) {
		const abilities = link.abilities as StaffAbility[];
		const allowed = withinRights('ability', abilities, rightsAt(makers[index], link.eventId ?? null));
		withheld.set(
			link.id,
			abilities.filter((one) => !allowed.includes(one)),
		);
	}
	return withheld;
}
