import type { Database, Tx } from '#server/db/client.ts';
import type { Clock } from '#server/platform/clock.ts';
import { openSession, readSettings, type Session } from './session.ts';

type Work<T> = (session: Session) => Promise<T> | T;

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions on the objects of an account, outside of requests to the API. */
export function createSessions(options: { database: Database; clock: Clock; random: () => number }) {
	const { database, clock, random } = options;
	const settingsIn = (tx: Tx, account: string) => readSettings(tx, account, clock.now());
	async function runIn<T>(tx: Tx, account: string, work: Work<T>): Promise<T> {
		const { now, controls } = await settingsIn(tx, account);
		const session = openSession(tx, { now, account, controls, random });
		const result = await work(session);
		await session.flush();
		return result;
	}
	return {
		/** Runs work on an account's objects in one transaction. */
		run: <T>(account: string, work: Work<T>): Promise<T> =>
			database.transaction((tx) => runIn(tx, account, work)),
		/** The same in a transaction that is open already. */
		runIn,
		settingsIn,
		settings: (account: string) =>
			database.transaction((tx) => settingsIn(tx, account), { isReadOnly: true }),
	};
}
