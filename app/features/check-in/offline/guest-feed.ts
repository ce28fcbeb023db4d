import type { DoorGuest } from '#shared/contracts/check-in.ts';
import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed } from '#shared/contracts/door-sync.ts';
import { unpackId } from '#shared/rules/door-hash.ts';
import type { GuestBook } from './guest-book.ts';
import type { StoredGuest } from './model.ts';

/** A page of the guest feed, stored as received and replayed in the same order. */
export type FeedPage = Pick<DoorFeed, 'guests' | 'gone' | 'retired' | 'standings'>;

const STATES = ['active', 'unpaid', 'cancelled'] as const;

export function pageOf({ guests, gone, retired, standings }: DoorFeed): FeedPage {
	return { guests, gone, retired, standings };
}

export const isEmptyPage = ({ guests, gone, retired, standings }: FeedPage) =>
	guests.length + gone.length + retired.length + standings.length === 0;

/** Whether a page names a ticket type, a question or a list that the setup does not know yet. */
export function needsNewSetup({ guests, standings }: FeedPage, setup: DoorSetup): boolean {
	return (
		guests.some(
			([, , , type, , , open]) =>
				type < 0 ||
				type >= setup.ticketTypes.length ||
				open?.some((index) => index >= (setup.questions?.length ?? 0)),
		) || standings.some(([, list]) => list >= setup.lists.length)
	);
}

/** Reads a page into the book. */
export function readPage(book: GuestBook, page: FeedPage, setup: DoorSetup): void {
	book.put(
		page.guests.map(([id, codeHash, name, type, state, group, open, details]): StoredGuest => {
			const ticketType = setup.ticketTypes[type];
			// A setup that was stored by an earlier build has none.
			const openQuestions = open?.flatMap((index) => setup.questions?.[index]?.id ?? []);
			return {
				id: unpackId(id),
				name,
				email: '',
				ticketTypeId: ticketType?.id ?? '',
				ticketTypeName: ticketType?.name ?? '',
				...(ticketType?.isAdmission === false ? { isAdmission: false } : {}),
				codeHash,
				state: STATES[state],
				group,
				...(details ? { details } : {}),
				...(openQuestions?.length ? { openQuestions } : {}),
			};
		}),
	);
	book.remove(page.gone.map(unpackId));
	book.retire(page.retired);
	for (const [id, index, firstIn, insideSince, device] of page.standings) {
		const list = setup.lists[index];
		if (!list) continue;
		book.setPresence(list.id, unpackId(id), {
			firstInMs: firstIn * 1_000,
			insideSinceMs: insideSince * 1_000,
			device,
		});
	}
}

/** Guests as the screen's own call returns them: with addresses, without hashes, at the event's own list. */
export function putScreenGuests(
	book: GuestBook,
	guests: readonly DoorGuest[],
	{ withPresence }: { withPresence: boolean },
): void {
	book.put(
		guests.map((guest) => ({
			id: guest.id,
			name: guest.guestName,
			email: guest.guestEmail,
			ticketTypeId: '',
			ticketTypeName: guest.ticketTypeName,
			codeHash: '',
			state: 'active' as const,
			group: '',
		})),
	);
	if (!withPresence) return;
	for (const { id, checkedInAt } of guests) {
		const inMs = checkedInAt === null ? 0 : Date.parse(checkedInAt);
		book.setPresence('', id, { firstInMs: inMs, insideSinceMs: inMs, device: '' });
	}
	book.endPass(book.beginPass());
}
