import type { DoorGuest, StaffEvent } from '#shared/contracts/check-in.ts';
import { GuestBook } from './guest-book.ts';
import { putScreenGuests } from './guest-feed.ts';

/** The list that the screen asks for every minute: all there is before the whole list is here, the addresses afterwards. */
export class ScreenList {
	#book: GuestBook;
	#guests: readonly DoorGuest[] = [];

	constructor(book: GuestBook) {
		this.#book = book;
	}

	/** In use until the whole list is here. */
	get book(): GuestBook {
		return this.#book;
	}

	take(event: StaffEvent): void {
		this.#guests = event.guestList;
		// Guests who are no longer on it must not stay.
		this.#book = new GuestBook(event.link.abilities.includes('see_emails'));
	}

	/** @param whole the whole list, which knows better who is in, and at which list */
	putInto(whole: GuestBook | null, guests: readonly DoorGuest[] = this.#guests): void {
		putScreenGuests(whole ?? this.#book, guests, { withPresence: whole === null });
	}

	forget(): void {
		this.#guests = [];
		this.#book = new GuestBook(false);
	}
}
