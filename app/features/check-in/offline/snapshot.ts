import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed } from '#shared/contracts/door-sync.ts';
import type { DoorStore } from './door-store.ts';
import { GuestBook } from './guest-book.ts';
import { type FeedPage, isEmptyPage, needsNewSetup, pageOf, readPage } from './guest-feed.ts';

/** Metadata of the stored list, written together with its last page so that the two are always consistent. */
export interface SnapshotMeta {
	generation: number;
	pages: number;
	cursor: string;
	setup: DoorSetup;
	/** The device's clock. */
	savedAtMs: number;
	/** Size of the pages as text. */
	bytes: number;
}

/** Changes are appended as they come; after so many pages the list is fetched as a whole again. */
const MOST_PAGES = 600;

const META = 'meta';
const pageName = (generation: number, page: number) => `feed/${generation}/${String(page).padStart(6, '0')}`;

/** The way to the list on the server. */
export interface FeedSource {
	setup(): Promise<DoorSetup>;
	feed(cursor: string | null): Promise<DoorFeed>;
}

/**
 * The guest list on the device: pages as the server sent them, in order, and where to go on. A new list is written beside the
 * old one, which stays in use until the new one is whole.
 */
export class Snapshot {
	readonly #store: DoorStore;
	readonly #source: FeedSource;
	#meta: SnapshotMeta | null = null;
	#book: GuestBook | null = null;

	constructor(store: DoorStore, source: FeedSource) {
		this.#store = store;
		this.#source = source;
	}

	get meta(): SnapshotMeta | null {
		return this.#meta;
	}

	/** null until the list is whole. */
	get book(): GuestBook | null {
		return this.#book;
	}

	/** Reads what an earlier page left behind. */
	async restore(): Promise<void> {
		const meta = await this.#store.read<SnapshotMeta>(META);
		if (!meta) return;
		const book = emptyBook(meta.setup);
		for (let page = 0; page < meta.pages; page++) {
			const stored = await this.#store.read<FeedPage>(pageName(meta.generation, page));
			// A list with a hole would refuse guests who are on it.
			if (!stored) return;
			readPage(book, stored, meta.setup);
		}
		[this.#meta, this.#book] = [meta, book];
	}

	/**
	 * Brings the list up to date: what changed since, or the whole of it.
	 * @param onProgress how many guests have come so far, of the whole
	 * @returns the last answer
	 */
	async update(onProgress: (guests: number) => void = () => {}): Promise<DoorFeed | null> {
		const changed = this.#meta && this.#meta.pages < MOST_PAGES ? await this.#readChanges() : null;
		return changed ?? (await this.#readAll(onProgress));
	}

	/** Takes newer opening times and names, where the cached pages still mean the same by it. */
	async renew(setup: DoorSetup): Promise<void> {
		const meta = this.#meta;
		if (!meta || setup.link.state !== 'open') return;
		// Guests that an earlier build stored have no questions.
		const isSame = (['lists', 'ticketTypes', 'questions'] as const).every((key) =>
			(meta.setup[key] ?? []).every(({ id }, index) => setup[key][index]?.id === id),
		);
		const seesSame =
			setup.link.abilities.includes('see_emails') === meta.setup.link.abilities.includes('see_emails');
		// Another salt means other hashes: the list has to come anew.
		if (!isSame || !seesSame || setup.salt !== meta.setup.salt) {
			this.#meta = { ...meta, pages: MOST_PAGES };
			return;
		}
		this.#meta = { ...meta, setup };
		await this.#store.write({ [META]: this.#meta });
	}

	/** Forgets the list; the store is wiped by whoever owns it. */
	forget(): void {
		[this.#meta, this.#book] = [null, null];
	}

	/** null: the list has to be read as a whole. */
	async #readChanges(): Promise<DoorFeed | null> {
		const pass = this.#book!.beginPass();
		for (;;) {
			const meta = this.#meta!;
			const answer = await this.#source.feed(meta.cursor);
			if (answer.link.state !== 'open') return answer;
			const page = pageOf(answer);
			if (answer.mustReset || needsNewSetup(page, meta.setup)) return null;
			const next: SnapshotMeta = { ...meta, cursor: answer.cursor, savedAtMs: Date.now() };
			if (isEmptyPage(page)) await this.#store.write({ [META]: next });
			else {
				next.pages++;
				next.bytes += JSON.stringify(page).length;
				await this.#store.write({ [pageName(meta.generation, meta.pages)]: page, [META]: next });
				readPage(this.#book!, page, meta.setup);
			}
			this.#meta = next;
			if (!answer.isUpToDate) continue;
			this.#book!.endPass(pass);
			return answer;
		}
	}

	async #readAll(onProgress: (guests: number) => void): Promise<DoorFeed | null> {
		const setup = await this.#source.setup();
		if (setup.link.state !== 'open') return null;
		const generation = (this.#meta?.generation ?? 0) + 1;
		await this.#remove((name) => name.startsWith(`feed/${generation}/`));
		const book = emptyBook(setup);
		let [cursor, pages, bytes]: [string | null, number, number] = [null, 0, 0];
		for (;;) {
			const answer = await this.#source.feed(cursor);
			if (answer.link.state !== 'open') return answer;
			const page = pageOf(answer);
			await this.#store.write({ [pageName(generation, pages)]: page });
			readPage(book, page, setup);
			pages++;
			bytes += JSON.stringify(page).length;
			cursor = answer.cursor;
			onProgress(book.size);
			if (!answer.isUpToDate) continue;
			const meta = { generation, pages, cursor, setup, savedAtMs: Date.now(), bytes };
			await this.#store.write({ [META]: meta });
			[this.#meta, this.#book] = [meta, book];
			await this.#remove((name) => !name.startsWith(`feed/${generation}/`));
			return answer;
		}
	}

	async #remove(isOld: (name: string) => boolean): Promise<void> {
		const old = (await this.#store.names('feed/')).filter(isOld);
		if (old.length > 0) await this.#store.write(Object.fromEntries(old.map((name) => [name, null])));
	}
}

function emptyBook(setup: DoorSetup): GuestBook {
	return new GuestBook(setup.link.abilities.includes('see_emails'));
}
