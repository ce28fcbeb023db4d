import { findParent, findSandbox } from '#server/domain/accounts/sandbox.ts';
import { getMail, listMails } from '#server/domain/notifications/queries.ts';
import { handle, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/sandbox.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { makeSandbox, resetSandbox } from './make-sandbox.ts';
import { moveClock, readAdvance } from './move-clock.ts';
import { getSandbox, readSandbox } from './queries.ts';
import { makeTestOrders } from './test-orders.ts';

/** The organisation of a sandbox, named by itself or by its sandbox: a test key knows only the latter. */
const parentOf = ({ database }: Services, organisationId: string) => findParent(database.db, organisationId);

/** @throws not-found */
async function sandboxId(services: Services, organisationId: string): Promise<string> {
	const found = await findSandbox(services.database.db, await parentOf(services, organisationId));
	if (!found) throw notFound('Sandbox');
	return found.id;
}

export const sandboxRoutes: Route[] = [
	handle(contracts.getSandbox, async ({ scope }, services) => ({
		sandbox: await readSandbox(services, await parentOf(services, scope.organisationId)),
	})),
	handle(contracts.createSandbox, async ({ scope: { organisationId }, caller }, services) => {
		await makeSandbox(services, { organisationId, userId: caller.userId, email: caller.email });
		return getSandbox(services, organisationId);
	}),
	handle(contracts.moveSandboxClock, async ({ scope, caller, body }, services) => {
		const minutes = readAdvance(body.advanceBy, services.clock.now());
		const organisationId = await parentOf(services, scope.organisationId);
		await moveClock(services, { organisationId, userId: caller.userId, minutes });
		return getSandbox(services, organisationId);
	}),
	handle(contracts.resetSandbox, async ({ scope, caller }, services) => {
		const organisationId = await parentOf(services, scope.organisationId);
		await resetSandbox(services, { organisationId, userId: caller.userId, email: caller.email });
		return getSandbox(services, organisationId);
	}),
	handle(contracts.createSandboxOrders, async ({ scope, body }, services) => ({
		data: await makeTestOrders(services, scope.organisationId, body),
	})),
	handle(contracts.listSandboxMails, async ({ scope, query }, services) => {
		const organisationId = await sandboxId(services, scope.organisationId);
		const { data, nextCursor } = await listMails(services, { ...query, organisationId, status: 'kept' });
		return { data, nextCursor };
	}),
	handle(contracts.getSandboxMail, async ({ scope, params }, services) =>
		getMail(services, params.mail, await sandboxId(services, scope.organisationId)),
	),
];
