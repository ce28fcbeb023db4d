import { facts as factsTable } from '../db/tables/platform.ts';
import type { Services } from '../services.ts';
import type { FactsOf, ListenerOf, PersonalDataSourceOf } from './fact-bus.ts';
import type { FactName } from './fact-catalogue.ts';

export type { Fact, FactName, RecordedFact } from './fact-catalogue.ts';

/** Listeners of a module for facts of modules to its left. */
export type Listener<N extends FactName = FactName> = ListenerOf<Services, N>;
export type Facts = FactsOf<Services>;

/** Declares a listener with the payload of its fact. */
export function listen<N extends FactName>(listener: Listener<N>): Listener {
	return listener as unknown as Listener;
}

/** A statement has at most 65,535 parameters. */
const rowsOfStatement = 1_000;

/** Builds the bus from the listeners of all modules. */
export function createFacts(
	listeners: Listener[],
	personalData: PersonalDataSourceOf<Services>[] = [],
): Facts {
	const inside = new Map<FactName, NonNullable<Listener['inTransactionMany']>[]>();
	const after = new Map<FactName, NonNullable<Listener['afterCommit']>[]>();
	const afterMany = new Map<FactName, NonNullable<Listener['afterCommitMany']>[]>();
	for (const listener of listeners) {
		if (listener.afterCommitMany)
			afterMany.set(listener.fact, [...(afterMany.get(listener.fact) ?? []), listener.afterCommitMany]);
		const { inTransaction } = listener;
		const run: Listener['inTransactionMany'] =
			listener.inTransactionMany ??
			(inTransaction &&
				(async (tx, facts, services) => {
					for (const fact of facts) await inTransaction(tx, fact, services);
				}));
		if (run) inside.set(listener.fact, [...(inside.get(listener.fact) ?? []), run]);
		if (listener.afterCommit)
			after.set(listener.fact, [...(after.get(listener.fact) ?? []), listener.afterCommit]);
	}
	const publishAll: Facts['publishAll'] = async (tx, facts, services) => {
		for (const [name, alike] of Map.groupBy(facts, (fact) => fact.name))
			for (const run of inside.get(name) ?? []) await run(tx, alike, services);
		const awaited = facts.filter((fact) => after.has(fact.name));
		for (let from = 0; from < awaited.length; from += rowsOfStatement) {
			await tx.insert(factsTable).values(
				awaited.slice(from, from + rowsOfStatement).map(({ name, organisationId, eventId, payload }) => ({
					name,
					organisationId,
					eventId,
					payload,
				})),
			);
		}
	};
	return {
		personalData,
		publish: (tx, fact, services) => publishAll(tx, [fact], services),
		publishAll,
		listenersAfter: (name) => after.get(name) ?? [],
		listenersAfterMany(name) {
			const many = afterMany.get(name) ?? [];
			return many.length > 0 && many.length === after.get(name)?.length ? many : null;
		},
		isAwaited: (name) => after.has(name),
	};
}
