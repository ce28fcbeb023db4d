import { GuestSearch } from '../search.ts';
import { type DoorPerson, NEVER_IN, type Presence, type StoredGuest } from './model.ts';

/** Rows of a list, read one by one. */
export interface GuestRows {
	length: number;
	at(index: number): DoorPerson;
}

/** Those who fit a search, by whether they are in. */
export interface GuestsByArrival {
	/** Who is not in, by name, and those who came in too lately to lose their row. */
	toCome: GuestRows;
	/** Who else is in, by name. */
	arrived: GuestRows;
	/** Of all who are in, rows that stay among them. */
	arrivedCount: number;
	/** Whoever fits, in or not. */
	count: number;
}

/**
 * The guest list in memory, searchable by id, code hash and text. Unsynced local changes take precedence over server data, so that
 * updates from other devices never hide them.
 */
export class GuestBook {
	readonly #guests: StoredGuest[] = [];
	readonly #byId = new Map<string, number>();
	readonly #byHash = new Map<string, number>();
	readonly #retired = new Set<string>();
	/** By list, then by guest. */
	readonly #presences = new Map<string, Map<string, Presence>>();
	readonly #marks = new Map<string, Map<string, Presence>>();
	/** What the server answered, by list and guest, with the number of passes of the list that had begun before. */
	readonly #answers = new Map<string, Map<string, { presence: Presence; pass: number }>>();
	#passes = 0;
	readonly #groups = new Map<string, Set<string>>();
	/** Questions that were answered here, by guest, until the server's list says so too. */
	readonly #answered = new Map<string, Set<string>>();
	readonly #search = new GuestSearch();
	readonly #seesEmails: boolean;
	/** Positions in the order of names; null when it has to be made again. */
	#order: Int32Array | null = null;
	#version = 0;

	/** @param seesEmails false leaves masked addresses out of the search: a domain would find nearly everybody */
	constructor(seesEmails: boolean) {
		this.#seesEmails = seesEmails;
	}

	get size(): number {
		return this.#guests.length;
	}

	/** Changes with every change. */
	get version(): number {
		return this.#version;
	}

	/** How many texts the searches so far have looked at. */
	get looks(): number {
		return this.#search.looks;
	}

	/** Takes guests in, new or changed. What only one of the two sources knows (hash, address) is taken from the other. */
	put(guests: Iterable<StoredGuest>): void {
		for (const guest of guests) {
			const known = this.#byId.get(guest.id);
			const position = known ?? this.#guests.length;
			const before = this.#guests[position];
			const stored = before ? merged(before, guest) : guest;
			if (before && before.codeHash !== stored.codeHash) this.#byHash.delete(before.codeHash);
			this.#guests[position] = stored;
			if (stored.codeHash) this.#byHash.set(stored.codeHash, position);
			if (known === undefined) this.#byId.set(guest.id, position);
			if (stored.group && before?.group !== stored.group) this.#join(stored);
			const text = this.#textOf(stored);
			if (before && this.#textOf(before) === text) continue;
			this.#search.set(position, text);
			this.#order = null;
		}
		this.#version++;
	}

	/** Codes that were replaced by new ones. */
	retire(hashes: Iterable<string>): void {
		for (const hash of hashes) this.#retired.add(hash);
	}

	/** Guests that no longer exist: nobody finds them any more, by whatever way. */
	remove(ids: Iterable<string>): void {
		for (const id of ids) {
			const guest = this.#at(id);
			if (guest) this.put([{ ...guest, state: 'cancelled' }]);
		}
	}

	/** A guest's presence at a list, from the server. */
	setPresence(listId: string, id: string, presence: Presence): void {
		within(this.#presences, listId).set(id, presence);
		this.#version++;
	}

	/**
	 * The server’s response to a scan. It may come after a list that knows more than it does, so it counts only until a pass of
	 * the list is complete that began later.
	 */
	settle(listId: string, id: string, presence: Presence): void {
		within(this.#answers, listId).set(id, { presence, pass: this.#passes });
		this.#version++;
	}

	/** The changes of the list are about to be requested. @returns the number of this pass, for `endPass` */
	beginPass(): number {
		this.#passes += 1;
		return this.#passes;
	}

	/** All that changed has been read: it contains every answer that came before the pass began. */
	endPass(pass: number): void {
		for (const answers of this.#answers.values())
			for (const [id, answer] of answers) if (answer.pass < pass) answers.delete(id);
		this.#version++;
	}

	/** This device’s action; `null` once the server has confirmed it. */
	mark(listId: string, id: string, presence: Presence | null): void {
		if (presence) within(this.#marks, listId).set(id, presence);
		else if (!this.#marks.get(listId)?.delete(id)) return;
		this.#version++;
	}

	/** A guest answered here, and the question is closed; or the answer was not stored after all. */
	markAnswered(id: string, questionId: string, isAnswered = true): void {
		const known = this.#answered.get(id) ?? new Set();
		if (isAnswered) known.add(questionId);
		else known.delete(questionId);
		this.#answered.set(id, known);
		this.#version++;
	}

	/** The open questions for a guest at check-in, by their ids. */
	openQuestionsOf(id: string): string[] {
		const answered = this.#answered.get(id);
		return (this.#at(id)?.openQuestions ?? []).filter((question) => !answered?.has(question));
	}

	/** Whether a guest answered a question on this device. */
	hasAnswered(id: string, questionId: string): boolean {
		return this.#answered.get(id)?.has(questionId) ?? false;
	}

	/** A guest as they stand at a list. */
	get(id: string, listId: string): DoorPerson | null {
		const guest = this.#at(id);
		return guest ? this.#shown(guest, listId) : null;
	}

	findByHash(hash: string, listId: string): DoorPerson | null {
		const position = this.#byHash.get(hash);
		return position === undefined ? null : this.#shown(this.#guests[position]!, listId);
	}

	isRetired(hash: string): boolean {
		return this.#retired.has(hash) && !this.#byHash.has(hash);
	}

	/** The others of the same group or order who may come in and are not inside. */
	partyOf(id: string, listId: string): DoorPerson[] {
		const group = this.#at(id)?.group;
		if (!group) return [];
		return (
			[...(this.#groups.get(group) ?? [])]
				.filter((other) => other !== id)
				.map((other) => this.get(other, listId))
				.filter((other) => other !== null)
				// Who has left the group since stays among those who were ever in it.
				.filter((other) => other.group === group && other.state === 'active' && other.firstInMs === 0)
		);
	}

	/** Guests that fit what was typed, by name; a view that reads a guest only when a row shows it. */
	find(typed: string, listId: string): GuestRows {
		return this.#rows(this.#found(typed), listId);
	}

	/** Who is in at a list, by position. @param exceptId somebody who counts as not in */
	arrivals(listId: string, exceptId: string | null = null): Uint8Array {
		const isIn = new Uint8Array(this.#guests.length);
		const note = (id: string, { firstInMs }: Presence) => {
			const position = this.#byId.get(id);
			if (position !== undefined) isIn[position] = firstInMs > 0 ? 1 : 0;
		};
		// The later ones know better.
		for (const [id, presence] of this.#presences.get(listId) ?? []) note(id, presence);
		for (const [id, { presence }] of this.#answers.get(listId) ?? []) note(id, presence);
		for (const [id, presence] of this.#marks.get(listId) ?? []) note(id, presence);
		if (exceptId !== null) note(exceptId, NEVER_IN);
		return isIn;
	}

	/**
	 * Guests that fit what was typed, those who are not in apart from those who are.
	 * @param seen earlier `arrivals`: who was not in by then stays among those to come, so that no row moves under a finger
	 * @param mostStaying if more rows than this would stay, none does; nor where nobody is still to come
	 */
	findByArrival(typed: string, listId: string, seen: Uint8Array, mostStaying: number): GuestsByArrival {
		const found = this.#found(typed);
		const isIn = this.arrivals(listId);
		const isStaying = (position: number) => isIn[position] === 1 && seen[position] === 0;
		const arrivedCount = found.filter((position) => isIn[position] === 1).length;
		const staysPut = arrivedCount < found.length && found.filter(isStaying).length <= mostStaying;
		const isApart = (position: number) => isIn[position] === 1 && !(staysPut && isStaying(position));
		const toCome = found.filter((position) => !isApart(position));
		return {
			toCome: this.#rows(toCome, listId),
			arrived: this.#rows(found.filter(isApart), listId),
			arrivedCount,
			count: found.length,
		};
	}

	#rows(found: Int32Array, listId: string): GuestRows {
		return { length: found.length, at: (index) => this.#shown(this.#guests[found[index]!]!, listId) };
	}

	/** Positions of those who fit, by name. */
	#found(typed: string): Int32Array {
		const order = this.#ordered();
		return typed.trim() === '' ? order : this.#inOrder(this.#search.search(typed), order);
	}

	/** Those who may come, by name. A list as the server sends it is in that order already, which a sort sees at once. */
	#ordered(): Int32Array {
		if (this.#order) return this.#order;
		const texts = this.#search;
		const positions: number[] = [];
		for (const [position, { state }] of this.#guests.entries())
			if (state === 'active') positions.push(position);
		positions.sort((a, b) => compare(texts.at(a), texts.at(b)));
		this.#order = Int32Array.from(positions);
		return this.#order;
	}

	/** Without sorting: a walk through everybody in order is cheaper than a sort of many. */
	#inOrder(found: Int32Array, order: Int32Array): Int32Array {
		const isFound = new Uint8Array(this.#guests.length);
		for (const position of found) isFound[position] = 1;
		return order.filter((position) => isFound[position] === 1);
	}

	#textOf(guest: StoredGuest): string {
		if (guest.state !== 'active') return '';
		return this.#seesEmails ? `${guest.name} ${guest.email}` : guest.name;
	}

	#join({ group, id }: StoredGuest): void {
		const members = this.#groups.get(group);
		if (members) members.add(id);
		else this.#groups.set(group, new Set([id]));
	}

	#at(id: string): StoredGuest | undefined {
		const position = this.#byId.get(id);
		return position === undefined ? undefined : this.#guests[position];
	}

	#shown(guest: StoredGuest, listId: string): DoorPerson {
		const presence =
			this.#marks.get(listId)?.get(guest.id) ??
			this.#answers.get(listId)?.get(guest.id)?.presence ??
			this.#presences.get(listId)?.get(guest.id) ??
			NEVER_IN;
		return { ...guest, ...presence };
	}
}

function merged(before: StoredGuest, next: StoredGuest): StoredGuest {
	// Only the feed has hashes, and only the screen's list has addresses; the feed is right about everything else.
	if (next.codeHash === '' && before.codeHash !== '') return { ...before, email: next.email };
	return { ...next, email: next.email || before.email };
}

function within<T>(lists: Map<string, Map<string, T>>, listId: string): Map<string, T> {
	const known = lists.get(listId);
	if (known) return known;
	const made = new Map<string, T>();
	lists.set(listId, made);
	return made;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
