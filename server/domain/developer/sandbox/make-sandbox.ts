import type { Database } from '#server/db/client.ts';
import { fillOrganisation } from '#server/demo/fill-organisation.ts';
import { sandboxContent } from '#server/demo/sandbox-content.ts';
import { emptyOrganisation, provideSandbox, refuseInSandbox } from '#server/domain/accounts/sandbox.ts';
import { removeLimitedConnections } from '#server/domain/integrations/commands/remove-limited.ts';
import { createTestGateways } from '#server/platform/payments/gateways.ts';
import type { Services } from '#server/services.ts';
import { lockSandbox, noteSandboxAct } from './sandbox-log.ts';
import { endMoves } from './steps.ts';

/** Who makes or resets the sandbox of an organisation. */
interface SandboxMaker {
	organisationId: string;
	userId: string;
	/** For the payment account at the test gateway. */
	email: string;
}

/** What stays in a sandbox that is reset: who may use it, what was done in it, and where its webhooks go. */
const retainedTables = ['memberships', 'organisation_acts', 'organisation_marks', 'connections'] as const;

/** Fills a sandbox by the unit of work's connection alone, its account at the test gateway included. */
function fill(services: Services, database: Database, sandboxId: string, { userId, email }: SandboxMaker) {
	const inside = { ...services, database, ...createTestGateways({ ...services, database }) };
	return fillOrganisation(inside, {
		...{ organisationId: sandboxId, userId, email, events: sandboxContent },
		firstPerson: 0,
		// Where real cards are charged, a sandbox has no payment account.
		takesCards: services.testGateway ? 'DE' : undefined,
	});
}

/**
 * Makes the sandbox of an organisation with events and guests to try things on, all or nothing; nothing where it has one already.
 * @returns its id
 * @throws `not-in-sandbox`
 */
export function makeSandbox(services: Services, maker: SandboxMaker): Promise<string> {
	const { organisationId, userId: madeBy } = maker;
	return services.database.unitOfWork(async (unit) => {
		await refuseInSandbox(unit.db, organisationId);
		const { id, isNew } = await unit.transaction((tx) => provideSandbox(tx, organisationId));
		if (!isNew) return id;
		await fill(services, unit, id, maker);
		await unit.transaction((tx) => noteSandboxAct(tx, { organisationId, kind: 'made', madeBy }));
		return id;
	});
}

/**
 * Empties the sandbox of an organisation and fills it as it was at first. Test keys and connections go on working; connections to chosen
 * events go with those.
 * @throws `no-sandbox`, RATE_LIMIT_EXCEEDED
 */
export async function resetSandbox(services: Services, maker: SandboxMaker): Promise<void> {
	const { organisationId, userId: madeBy } = maker;
	await services.database.unitOfWork(async (unit) => {
		const id = await unit.transaction(async (tx) => {
			const sandbox = await lockSandbox(tx, organisationId, 'reset');
			await emptyOrganisation(services, tx, sandbox.id, retainedTables);
			await removeLimitedConnections(tx, sandbox.id);
			await endMoves(tx, organisationId);
			await noteSandboxAct(tx, { organisationId, kind: 'reset', madeBy });
			return sandbox.id;
		});
		await fill(services, unit, id, maker);
	});
}
