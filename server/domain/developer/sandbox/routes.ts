import { findSandbox } from '#server/domain/accounts/sandbox.ts';
import { getMail, listMails } from '#server/domain/notifications/queries.ts';
import { handle, type Route } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import * as contracts from '#shared/contracts/sandbox.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { advanceSandbox } from './advance-sandbox.ts';
import { makeSandbox, resetSandbox } from './make-sandbox.ts';
import { getSandbox, readSandbox } from './queries.ts';

/** @throws not-found */
async function sandboxId({ database }: Services, organisationId: string): Promise<string> {
	const found = await findSandbox(database.db, organisationId);
	if (!found) throw notFound('Sandbox');
	return found.id;
}

export const sandboxRoutes: Route[] = [
	handle(contracts.getSandbox, async ({ scope }, services) => ({
		sandbox: await readSandbox(services, scope.organisationId),
	})),
	handle(contracts.createSandbox, async ({ scope: { organisationId }, caller }, services) => {
		await makeSandbox(services, { organisationId, userId: caller.userId, email: caller.email });
		return getSandbox(services, organisationId);
	}),
	handle(contracts.advanceSandbox, async ({ scope: { organisationId }, caller, body }, services) => {
		await advanceSandbox(services, { organisationId, userId: caller.userId, hours: body.hours });
		return getSandbox(services, organisationId);
	}),
	handle(contracts.resetSandbox, async ({ scope: { organisationId }, caller }, services) => {
		await resetSandbox(services, { organisationId, userId: caller.userId, email: caller.email });
		return getSandbox(services, organisationId);
	}),
	handle(contracts.listSandboxMails, async ({ scope, query }, services) => {
		const organisationId = await sandboxId(services, scope.organisationId);
		const { data, nextCursor } = await listMails(services, { ...query, organisationId, status: 'kept' });
		return { data, nextCursor };
	}),
	handle(contracts.getSandboxMail, async ({ scope, params }, services) =>
		getMail(services, params.mail, await sandboxId(services, scope.organisationId)),
	),
];
