import { AppError } from '#shared/errors/app-error.ts';

/** Questions of people to accounts under way in this process, and of one organisation: a service that does not answer holds few of them. */
const most = { ofProcess: 64, ofOrganisation: 2 };

const underWay = new Map<string, number>();
let all = 0;

/**
 * Asks an account while somebody waits for the answer.
 * @throws RATE_LIMIT_EXCEEDED while two of the organisation are under way, SERVER_OVERLOADED while 64 are of all
 */
export async function askInTurn<T>(organisationId: string, ask: () => Promise<T>): Promise<T> {
	const own = underWay.get(organisationId) ?? 0;
	if (own >= most.ofOrganisation) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 10 });
	if (all >= most.ofProcess) throw new AppError('SERVER_OVERLOADED', { retryAfterSeconds: 10 });
	underWay.set(organisationId, own + 1);
	all += 1;
	try {
		return await ask();
	} finally {
		all -= 1;
		const left = (underWay.get(organisationId) ?? 1) - 1;
		if (left === 0) underWay.delete(organisationId);
		else underWay.set(organisationId, left);
	}
}
