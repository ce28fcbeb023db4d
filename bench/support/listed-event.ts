import { insertSellingEvent } from '#tests/factories/tickets.ts';
import type { Stage } from './stage.ts';

/** A published event that takes registrations; answers the path of its page. */
export async function createListedEvent(stage: Stage): Promise<string> {
	const { eventId } = await insertSellingEvent(stage.database, 500);
	const { rows } = await stage.database.pool.query<{ slug: string }>(
		`UPDATE events SET venue_name = 'Old Harbour Hall', address = 'Pier 4', city = 'Hamburg', description = $2
		WHERE id = $1 RETURNING slug`,
		[
			eventId,
			Array.from({ length: 12 }, () => 'An evening of songs from every harbour of the north.').join('\n\n'),
		],
	);
	return `/events/${rows[0]?.slug}`;
}
