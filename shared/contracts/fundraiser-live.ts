import { z } from '../lib/z.ts';
import { uuid } from './common.ts';
import { endpoint, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** A fundraiser on a big screen. */
export const liveTotal = z
	.object({
		event: z.object({ id: uuid(), slug: z.string(), title: z.string(), themeHue: z.number() }),
		/** Donations are taken. */
		isOpen: z.boolean(),
		raisedMinor: z.int(),
		goalMinor: z.int(),
		currency: z.string(),
		/** Number of donations. */
		donors: z.int(),
		/** The newest donations, as the donor wall shows them; empty without one. */
		latest: z.array(
			z.object({
				id: uuid(),
				/** Null: given anonymously. */
				name: z.string().nullable(),
				/** Null: the wall shows no amounts. */
				amountMinor: z.int().nullable(),
			}),
		),
	})
	.meta({ id: 'FundraiserLiveTotal' });
export type LiveTotal = z.output<typeof liveTotal>;

export const getLiveTotal = endpoint({
	id: 'fundraisers.getLiveTotal',
	method: 'GET',
	path: '/api/events/{event}/fundraiser/live',
	summary:
		'Get the total and the newest donors of a fundraiser for a big screen, to be read every second or two.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	output: liveTotal,
});
