import { z } from '../lib/z.ts';
import { conflictKinds } from '../rules/door-log.ts';
import { staffAbilities } from '../rules/staff-abilities.ts';
import { doorStats } from './check-in.ts';
import { uuid } from './common.ts';
import { question } from './questions.ts';

/** Whether the way to the door is open. All but `open` make the device send its queue and then wipe its snapshot. */
export const doorAccessStates = ['open', 'revoked', 'ended', 'not_begun', 'event_over'] as const;
export type DoorAccessState = (typeof doorAccessStates)[number];

export const doorLink = z.object({
	state: z.enum(doorAccessStates),
	label: z.string(),
	abilities: z.array(z.enum(staffAbilities)),
	/** After this instant the device stores nothing, online or offline. */
	wipeAt: z.string(),
});

/** An admission that should not have been, or was the second: both sides with their times and devices. */
export const doorConflict = z
	.object({
		/** Id of the check-in that is the conflict. */
		id: uuid(),
		kind: z.enum(conflictKinds),
		listId: uuid(),
		listName: z.string(),
		guest: z.object({ id: uuid(), guestName: z.string(), ticketTypeName: z.string() }).nullable(),
		/** The admission in question. */
		admitted: z.object({
			at: z.string(),
			/** When the server received it. */
			recordedAt: z.string(),
			device: z.string(),
			gate: z.string().nullable(),
			nonce: z.string().nullable(),
		}),
		/** The admission that stands, for a double one. */
		standing: z.object({ at: z.string(), device: z.string(), gate: z.string().nullable() }).nullable(),
		/** When a member said that it is settled. */
		settledAt: z.string().nullable(),
		note: z.string(),
	})
	.meta({ id: 'DoorConflict' });
export type DoorConflict = z.output<typeof doorConflict>;

export const doorSetup = z
	.object({
		event: z.object({
			id: uuid(),
			title: z.string(),
			location: z.string(),
			startDate: z.string(),
			endDate: z.string(),
			timeZone: z.string(),
		}),
		link: doorLink,
		/** Salt of the code hashes in the feed (shared/rules/door-hash.ts); another one for each staff link. */
		salt: z.string(),
		/** The lists that this way to the door may use; the first is the one to begin with. */
		lists: z.array(
			z.object({
				id: uuid(),
				name: z.string(),
				/** Null: all types. Those that let nobody in are accepted then, and not counted (`isAdmission` below). */
				ticketTypeIds: z.array(uuid()).nullable(),
				opensAt: z.string().nullable(),
				closesAt: z.string().nullable(),
				countsExits: z.boolean(),
				allowsReentry: z.boolean(),
			}),
		),
		gates: z.array(z.object({ id: uuid(), name: z.string() })),
		/** Gate that the link names; the device need not ask. */
		gateId: uuid().nullable(),
		/** In the order that the feed's guests count them. */
		ticketTypes: z.array(z.object({ id: uuid(), name: z.string(), isAdmission: z.boolean() })),
		/** Questions asked of guests without an answer, in the order that the feed's guests count them; mostly none. */
		questions: z.array(question),
		/** The server's clock, to compute the offset of the device's. */
		now: z.string(),
		stats: doorStats,
	})
	.meta({ id: 'DoorSetup' });
export type DoorSetup = z.output<typeof doorSetup>;
