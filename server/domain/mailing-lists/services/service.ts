import type { ContactProblem, ListProblem, ServiceSettings } from '#shared/rules/mailing-services.ts';

/** A call to a service: the path behind its base address, with the headers that carry its key. */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	path: string;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	body?: unknown;
}

/** What a service answered; `status` is null where none came (no connection, time out, an address that may not be called). */
export interface ServiceAnswer {
	status: number | null;
	/** The answer read as JSON; undefined where it is none, or longer than what is read of it. */
	json: unknown;
	/** Seconds that the service asks to wait for. */
	retryAfterSeconds: number | null;
}

/** Makes the calls of one list; it knows the address. */
export type CallService = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** Who is to be on a list: somebody whose consent is confirmed. */
export interface Contact {
	email: string;
	/** As the guest wrote it; may be empty. */
	name: string;
	consent: { text: string; confirmedAt: Date };
	/** The id of an earlier adding, or null. */
	remoteId: string | null;
}

/** Why a call did not do what it should. */
export type Failure =
	/** Of this contact alone; it is not tried again. */
	| { kind: 'refused'; problem: ContactProblem }
	/** Busy or away: the same later. */
	| { kind: 'later'; afterSeconds: number | null }
	/** Nothing is sent until it is fixed. */
	| { kind: 'stopped'; problem: ListProblem };

export type Added = { kind: 'done'; remoteId: string } | Failure;
export type Removed = { kind: 'done' } | Failure;
export type Found = { kind: 'done'; remoteId: string | null } | Failure;
export type FoundLists =
	| { kind: 'done'; lists: { id: string; name: string; contacts: number | null }[] }
	| Failure;

/** A service that stores mailing lists, by its public API. Adapters are pure but for `call`: they never throw. */
export interface ServiceAdapter {
	/**
	 * The base address of an account's API, without a slash at its end.
	 * @returns null where the settings cannot be right: a key of another form, an address that is none
	 */
	baseUrl(settings: ServiceSettings): string | null;
	/** The lists of the account, at most 200; also says whether the key is good. */
	findLists(call: CallService, settings: ServiceSettings): Promise<FoundLists>;
	/** Adds a contact, or does nothing where it is there already. Whoever left the list at the service stays away from it. */
	add(call: CallService, settings: ServiceSettings, listId: string, contact: Contact): Promise<Added>;
	/** Ends a contact’s subscription to the list. One that is not there is as good as removed. */
	remove(call: CallService, settings: ServiceSettings, listId: string, remoteId: string): Promise<Removed>;
	/**
	 * The id of a contact of the account by its address, whether it is on the list or not; null where there is none. Called for whoever
	 * left after an `add` whose answer never came.
	 */
	find?(call: CallService, settings: ServiceSettings, listId: string, email: string): Promise<Found>;
}
