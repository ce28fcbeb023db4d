import { eq } from 'drizzle-orm';
import { events } from '../../db/tables/events.ts';
import { type Listener, listen } from '../facts.ts';

export const eventListeners: Listener[] = [
	listen({
		// Searches find events by who organises them.
		fact: 'accounts.organisation-renamed',
		async with(tx, { payload }) {
			await tx
				.update(events)
				.set({ organiserName: payload.name })
				.where(eq(events.organisationId, payload.organisationId));
		},
	}),
];
