import type { Tx } from '../db/client.ts';
import type { Fact, FactName, RecordedFact } from './fact-catalogue.ts';

/*
 * The shapes of the bus, for services of whatever kind: what services hold (server/services.ts) cannot know what services are. Modules
 * use them by way of facts.ts and personal-data.ts.
 */

/** The person whose data is requested. */
export interface Person {
	userId: string;
	email: string;
	/** Only then is what lies under the address theirs: anybody can sign up with any address. */
	isEmailVerified: boolean;
}

/** A module’s personal data of a person, as a file of their export. Each module hands its own to the composition. */
export interface PersonalDataSourceOf<S> {
	/** Name of the file: `orders`. */
	name: string;
	collect(services: S, person: Person): Promise<unknown>;
	/** Files of the person, beside it in a folder of its name: each by its name there, one after the other. */
	collectFiles?(services: S, person: Person): AsyncIterable<{ name: string; bytes: Uint8Array }>;
}

/**
 * Listeners of a module for facts of modules to its left. `inTransaction` runs inside the publishing transaction and can refuse it by
 * throwing: for rules that must hold at once. `afterCommit` runs in the worker, at least once: for mails and figures.
 */
export interface ListenerOf<S, N extends FactName = FactName> {
	fact: N;
	inTransaction?: (tx: Tx, fact: Fact<N>, services: S) => Promise<void>;
	/** Instead of `inTransaction`, for facts of one event that are published together: all of them at once. */
	inTransactionMany?: (tx: Tx, facts: Fact<N>[], services: S) => Promise<void>;
	afterCommit?: (fact: RecordedFact<N>, services: S) => Promise<void>;
	/**
	 * The same as `afterCommit` for many facts about different things at once, all or none: after a rush there are thousands. When it
	 * fails, they are handled one by one.
	 */
	afterCommitMany?: (facts: RecordedFact<N>[], services: S) => Promise<void>;
}

export interface FactsOf<S> {
	/** Publishes a fact in a transaction: runs the listeners that belong inside it, then writes the row for the others. */
	publish<N extends FactName>(tx: Tx, fact: Fact<N>, services: S): Promise<void>;
	/** The same for many facts, in their order; the rows are written together. */
	publishAll(tx: Tx, facts: readonly Fact[], services: S): Promise<void>;
	/** The listeners of the worker. */
	listenersAfter(name: FactName): NonNullable<ListenerOf<S>['afterCommit']>[];
	/** The same for many facts at once; null when one of them handles only single facts. */
	listenersAfterMany(name: FactName): NonNullable<ListenerOf<S>['afterCommitMany']>[] | null;
	/** True when somebody listens in the worker; a fact that nobody waits for is not written. */
	isAwaited(name: FactName): boolean;
	/** Personal data sources of all modules. */
	personalData: PersonalDataSourceOf<S>[];
}
